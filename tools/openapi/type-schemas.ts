import { relative, sep } from 'node:path';
import ts from 'typescript';
import type { Schema } from './schema.js';

/** A class of apps/api that became a schema of its own. */
export interface Component {
  readonly schema: Schema;
  /** The file that declares it, relative to the project's folder, with forward slashes. */
  readonly file: string;
}

/**
 * Schemas of TypeScript types, from the compiler. Nest's own plugin works on syntax instead, and loses inherited and
 * readonly members, aliases from other libs, and the difference of null and absent.
 */
export class TypeSchemas {
  readonly components = new Map<string, Component>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly root: string,
  ) {}

  /** @throws Error for a type that has no meaning in JSON */
  of(type: ts.Type, name = ''): Schema {
    if (type.isUnion()) return this.ofUnion(type, name);
    const simple = ofSimple(type, name);
    if (simple) return simple;
    if (this.checker.isArrayType(type)) return this.ofArray(type as ts.TypeReference, name);
    const component = this.nameOf(type);
    return component ? this.refTo(component, type) : this.ofObject(type);
  }

  private ofUnion(type: ts.UnionType, name: string): Schema {
    const members = type.types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
    const nullable = members.some((each) => each.flags & ts.TypeFlags.Null);
    const values = members.filter((each) => !(each.flags & ts.TypeFlags.Null));
    const schema = this.ofAny(values, name);
    return nullable ? orNull(schema) : schema;
  }

  private ofAny(types: ts.Type[], name: string): Schema {
    if (types.every((each) => each.flags & ts.TypeFlags.BooleanLiteral) && types.length === 2)
      return { type: 'boolean' };
    const texts = types.filter((each) => each.isStringLiteral());
    const others = types.filter((each) => !each.isStringLiteral());
    const schemas = others.map((each) => this.of(each, name));
    if (texts.length > 0) schemas.unshift({ type: 'string', enum: texts.map((each) => each.value).sort() });
    return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
  }

  private ofArray(type: ts.TypeReference, name: string): Schema {
    const [items] = this.checker.getTypeArguments(type);
    return { type: 'array', items: this.of(items!, name.replace(/s$/, '')) };
  }

  private refTo(component: { name: string; file: string }, type: ts.Type): Schema {
    const known = this.components.get(component.name);
    if (known && known.file !== component.file) throw new Error(`Two classes are called ${component.name}.`);
    if (!known) {
      const schema: Schema = {};
      this.components.set(component.name, { schema, file: component.file });
      Object.assign(schema, this.ofObject(type));
    }
    return { $ref: `#/components/schemas/${component.name}` };
  }

  private ofObject(type: ts.Type): Schema {
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index) return { type: 'object', additionalProperties: this.of(index) };
    const members = this.checker.getPropertiesOfType(type).filter((each) => isMember(each));
    const schema: Schema = {
      type: 'object',
      ...described(docOf(type.symbol, this.checker)),
    };
    if (members.length === 0) return schema;
    schema.properties = Object.fromEntries(members.map((each) => [each.name, this.ofMember(each)]));
    const required = members
      .filter((each) => !(each.flags & ts.SymbolFlags.Optional))
      .map((each) => each.name);
    if (required.length > 0) schema.required = required;
    return schema;
  }

  private ofMember(member: ts.Symbol): Schema {
    const schema = this.of(this.checker.getTypeOfSymbol(member), member.name);
    return { ...schema, ...described(docOf(member, this.checker)) };
  }

  private nameOf(type: ts.Type): { name: string; file: string } | null {
    const declaration = (type.symbol as ts.Symbol | undefined)?.declarations?.find(ts.isClassDeclaration);
    if (!declaration?.name) return null;
    const file = relative(this.root, declaration.getSourceFile().fileName).split(sep).join('/');
    return { name: declaration.name.text, file };
  }
}

/** Returns a declaration's comment without decision numbers, which are internal. */
export function docOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker) ?? []);
  return text
    .replace(/ \((D\d+|RFC \d+[^)]*)(, D\d+)*\)/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** Methods are not serialized. */
function isMember(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Property) !== 0;
}

function described(description: string): Schema {
  return description === '' ? {} : { description };
}

function orNull(schema: Schema): Schema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const type = [schema.type, 'null'];
  return schema.enum ? { ...schema, type, enum: [...schema.enum, null] } : { ...schema, type };
}

function ofSimple(type: ts.Type, name: string): Schema | null {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
  if (type.isStringLiteral()) return { type: 'string', enum: [type.value] };
  if (flags & ts.TypeFlags.StringLike) return { type: 'string', ...formatOf(name) };
  // All numbers of the API are integers.
  if (flags & ts.TypeFlags.NumberLike) return { type: 'integer' };
  if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
  if (flags & ts.TypeFlags.NonPrimitive) return { type: 'object' };
  return null;
}

/** Ids are UUIDs, days and times ISO 8601; member names follow that everywhere. */
function formatOf(name: string): Schema {
  if (/(^|_)id$/.test(name)) return { format: 'uuid' };
  if (name === 'day') return { format: 'date' };
  return /(^|_)(at|until)$/.test(name) ? { format: 'date-time' } : {};
}
