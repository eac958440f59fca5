import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** Returns the operations that the sources below a folder call with the typed client, as `GET /api/v1/…`. */
export function calledOperations(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts'),
  );
  return new Set(files.flatMap((name) => callsIn(readFileSync(join(folder, name), 'utf8'))));
}

/** Returns the operations that one source calls; a path may be a constant of the same file, or begin with one. */
export function callsIn(source: string): readonly string[] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const constants = new Map<string, string[]>();
  const calls: { method: string; path: ts.Expression }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      const name = node.name.getText(file);
      constants.set(name, [...(constants.get(name) ?? []), node.initializer.text]);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      const [path] = node.arguments;
      if (METHODS.includes(method) && path !== undefined) calls.push({ method, path });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls.flatMap(({ method, path }) => textsOf(path, constants).map((text) => `${method} ${text}`));
}

/** Two functions of a file may have a constant with the same name: then all of its texts count. */
function textsOf(path: ts.Expression, constants: ReadonlyMap<string, string[]>): readonly string[] {
  if (ts.isStringLiteralLike(path)) return [path.text];
  if (ts.isIdentifier(path)) return constants.get(path.text) ?? [];
  if (!ts.isTemplateExpression(path)) return [];
  return path.templateSpans.reduce<readonly string[]>(
    (texts, { expression, literal }) =>
      texts.flatMap((text) => textsOf(expression, constants).map((each) => text + each + literal.text)),
    [path.head.text],
  );
}
