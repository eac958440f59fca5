import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A metric as registered in the source. */
export interface RegisteredMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** The file, relative to the root. */
  readonly file: string;
}

/** The functions that register metrics: those of nestjs-prometheus, and the one of libs/metrics. */
const TYPES: Readonly<Record<string, RegisteredMetric['type']>> = {
  makeCounterProvider: 'counter',
  makeGaugeProvider: 'gauge',
  observedGauge: 'gauge',
  makeHistogramProvider: 'histogram',
};

/**
 * Returns every metric that api and worker register, from their source, because a running process shows only enabled ones,
 * and some require a database.
 * @throws Error for a registration whose name, help or labels aren't constants of the file, and for duplicate names: the
 *   second registration would silently get the first metric
 */
export function registeredMetrics(root: string): RegisteredMetric[] {
  const files = ['apps/api', 'apps/worker', 'libs'].flatMap((folder) => sourcesIn(root, folder));
  const found = files.flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    return registrationsIn(source, file);
  });
  for (const [index, { name, file }] of found.entries())
    if (found.findIndex((other) => other.name === name) < index)
      throw new Error(`${file}: ${name} is already registered elsewhere`);
  return found;
}

function sourcesIn(root: string, folder: string): string[] {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
  return (
    all
      .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|(^|\/)testing\//.test(file))
      .map((file) => `${folder}/${file}`)
      // It registers metrics that other files declare.
      .filter((file) => !file.startsWith('libs/metrics/'))
  );
}

function registrationsIn(node: ts.Node, file: string): RegisteredMetric[] {
  const found: RegisteredMetric[] = [];
  ts.forEachChild(node, (child) => void found.push(...registrationsIn(child, file)));
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return found;
  const called = node.expression.text;
  const type = Object.hasOwn(TYPES, called) ? TYPES[called] : undefined;
  const [options] = node.arguments;
  if (type === undefined) return found;
  const [named, help, labels] = ['name', 'help', 'labelNames'].map((member) => memberOf(options, member));
  const names = textsOf(named, file);
  const helps = textsOf(help, file);
  return [
    ...names.map((each, n) => ({
      ...{ name: each, help: helps[n] ?? helps[0]!, type, file },
      labels: labels === undefined ? [] : listOf(labels, file),
    })),
    ...found,
  ];
}

function memberOf(options: ts.Node | undefined, name: string): ts.Expression | undefined {
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  const member = options.properties.find((each) => each.name?.getText() === name);
  if (member && ts.isShorthandPropertyAssignment(member)) return member.name;
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

/** Returns the possible texts of an expression: several for a template with a parameter of a union type. */
function textsOf(node: ts.Node | undefined, file: string): string[] {
  if (node && ts.isStringLiteralLike(node)) return [node.text];
  if (node && ts.isIdentifier(node)) return textsOfName(node, file);
  if (node && ts.isTemplateExpression(node)) {
    let texts = [node.head.text];
    for (const { expression, literal } of node.templateSpans) {
      const parts = textsOf(expression, file);
      texts = texts.flatMap((text) => parts.map((part) => text + part + literal.text));
    }
    return texts;
  }
  throw new Error(`${file}: a metric's name and help have to be constants: ${node?.getText() ?? ''}`);
}

function textsOfName(name: ts.Identifier, file: string): string[] {
  const declaration = declarationOf(name);
  if (declaration && ts.isVariableDeclaration(declaration)) return textsOf(declaration.initializer, file);
  const type = declaration?.type;
  const words = type && ts.isUnionTypeNode(type) ? type.types : [];
  const texts = words.flatMap((word) =>
    ts.isLiteralTypeNode(word) && ts.isStringLiteral(word.literal) ? [word.literal.text] : [],
  );
  if (texts.length === 0 || texts.length < words.length)
    throw new Error(`${file}: the values of ${name.text} can't be determined`);
  return texts;
}

function listOf(node: ts.Expression, file: string): string[] {
  if (ts.isAsExpression(node)) return listOf(node.expression, file);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => textsOf(element, file));
  const declaration = ts.isIdentifier(node) ? declarationOf(node) : undefined;
  if (declaration?.initializer) return listOf(declaration.initializer, file);
  throw new Error(`${file}: a metric's labels have to be a constant list: ${node.getText()}`);
}

/** Returns the nearest enclosing parameter or variable of that name. */
function declarationOf(name: ts.Identifier): ts.ParameterDeclaration | ts.VariableDeclaration | undefined {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    const parameters = ts.isFunctionLike(scope) ? scope.parameters : [];
    const statements = ts.isBlock(scope) || ts.isSourceFile(scope) ? scope.statements : [];
    const variables = [...statements]
      .filter((statement) => ts.isVariableStatement(statement))
      .flatMap((statement) => [...statement.declarationList.declarations]);
    const found = [...parameters, ...variables].find((each) => each.name.getText() === name.text);
    if (found) return found;
  }
  return undefined;
}
