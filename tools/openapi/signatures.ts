import { join } from 'node:path';
import ts from 'typescript';
import type { Handler } from './handlers.js';
import type { Schema } from './schema.js';
import { docOf, TypeSchemas } from './type-schemas.js';

/** The types of a handler: query, body, response and comment. */
export interface Signature {
  readonly doc: string;
  readonly query: Schema | null;
  readonly body: Schema | null;
  /** null: no body. */
  readonly answer: Schema | null;
}

/** Reads the handlers' signatures from the sources of the api. */
export class Signatures {
  readonly schemas: TypeSchemas;
  private readonly checker: ts.TypeChecker;
  private readonly methods = new Map<string, ts.MethodDeclaration>();

  constructor(root: string) {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const parsed = ts.parseJsonConfigFileContent({ ...config, include: ['apps/api'] }, ts.sys, root);
    const options = { ...parsed.options, incremental: false, tsBuildInfoFile: undefined };
    const rootNames = parsed.fileNames.filter((file) => !file.endsWith('.spec.ts'));
    const program = ts.createProgram({ options, rootNames });
    this.checker = program.getTypeChecker();
    this.schemas = new TypeSchemas(this.checker, root);
    for (const file of rootNames.filter((name) => name.endsWith('.controller.ts')))
      this.collect(program.getSourceFile(file)!);
  }

  of(handler: Handler): Signature {
    const key = `${handler.controller.name}.${handler.method}`;
    const method = this.methods.get(key);
    if (!method) throw new Error(`No source of ${key} in a *.controller.ts file.`);
    return {
      doc: docOf(this.checker.getSymbolAtLocation(method.name), this.checker),
      query: this.parameter(method, 'Query'),
      body: this.parameter(method, 'Body'),
      answer: this.answerOf(method),
    };
  }

  /** Collects the methods of each class, own and inherited. */
  private collect(source: ts.SourceFile): void {
    for (const node of source.statements.filter(ts.isClassDeclaration))
      for (const { name, valueDeclaration } of this.checker.getTypeAtLocation(node).getProperties())
        if (valueDeclaration && ts.isMethodDeclaration(valueDeclaration))
          this.methods.set(`${node.name?.text}.${name}`, valueDeclaration);
  }

  /** Returns the whole object, or one of the single parameters: `@Query('x')`. */
  private parameter(method: ts.MethodDeclaration, decorator: 'Query' | 'Body'): Schema | null {
    const noted = decorator === 'Body' ? this.notedBody(method) : null;
    if (noted) return noted;
    const members: Record<string, Schema> = {};
    for (const parameter of method.parameters) {
      const call = decoratorCall(parameter, decorator);
      if (!call) continue;
      const type = this.checker.getTypeAtLocation(parameter);
      const [name] = call.arguments;
      if (!name || !ts.isStringLiteral(name)) return this.schemas.of(type);
      const schema = this.schemas.of(type, name.text);
      members[name.text] = Object.keys(schema).length === 0 ? { type: 'string' } : schema;
    }
    return Object.keys(members).length === 0 ? null : { type: 'object', properties: members };
  }

  /** Reads `@BodyShape(X)`, the declared type of a body that a pipe validates by hand. */
  private notedBody(method: ts.MethodDeclaration): Schema | null {
    const [body] = decoratorCall(method, 'BodyShape')?.arguments ?? [];
    const [constructed] = body ? this.checker.getTypeAtLocation(body).getConstructSignatures() : [];
    return constructed ? this.schemas.of(constructed.getReturnType()) : null;
  }

  private answerOf(method: ts.MethodDeclaration): Schema | null {
    const signature = this.checker.getSignatureFromDeclaration(method);
    const type = signature && this.checker.getAwaitedType(this.checker.getReturnTypeOfSignature(signature));
    if (!type || type.flags & ts.TypeFlags.Void) return null;
    if (decoratorCall(method, 'Versioned')) return this.bodyOf(type);
    const body = withoutStream(type);
    return decoratorCall(method, 'Paged') ? this.rowsOf(body) : this.schemas.of(body);
  }

  /** The version of a versioned response is sent in a header. */
  private bodyOf(type: ts.Type): Schema {
    const body = type.getProperty('body');
    if (!body)
      throw new Error(`@Versioned() is on a handler that answers ${this.checker.typeToString(type)}.`);
    return this.schemas.of(this.checker.getTypeOfSymbol(body));
  }

  /** A page is sent as the list of its rows. */
  private rowsOf(type: ts.Type): Schema {
    if (type.isUnion()) return { anyOf: type.types.map((each) => this.rowsOf(each)) };
    const rows = type.getProperty('rows');
    if (!rows) throw new Error(`@Paged() is on a handler that answers ${this.checker.typeToString(type)}.`);
    return this.schemas.of(this.checker.getTypeOfSymbol(rows));
  }
}

/** A stream in a union is the same response in another media type, which `@Answers` declares. */
function withoutStream(type: ts.Type): ts.Type {
  if (!type.isUnion()) return type;
  const [other, ...more] = type.types.filter(({ symbol }) => symbol?.name !== 'StreamableFile');
  return other && more.length === 0 ? other : type;
}

function decoratorCall(node: ts.HasDecorators, name: string): ts.CallExpression | undefined {
  return (ts.getDecorators(node) ?? [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression)
    .find((call) => call.expression.getText() === name);
}
