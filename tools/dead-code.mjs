import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Fails on values that are exported and that nothing imports. knip and its like need native packages that do not
 * install everywhere we build. Types are left to the compiler: they may be exported for the signatures that use them.
 */
// Classes of bodies are also read by tools/openapi, which finds them by their types.
const ENTRY =
  /(\.spec\.ts|\.d\.ts|\.dto\.ts|\/main\.ts|^tools\/(migrate|test-servers)\.ts|^tools\/.*\/main\.ts|^packages\/client\/src\/index\.ts)$/;
const CONSOLE = join(process.cwd(), 'apps/console');
const [config, consoleConfig] = [process.cwd(), CONSOLE].map((folder) => {
  const { config: json } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  return ts.parseJsonConfigFileContent(json, ts.sys, folder);
});
const used = new Map();
const exported = new Map();

for (const file of [...config.fileNames, ...consoleConfig.fileNames]) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  exported.set(file, []);
  visit(source, file);
}

const dead = [...exported].flatMap(([file, names]) => {
  const path = relative(process.cwd(), file);
  const seen = used.get(file) ?? new Set();
  if (ENTRY.test(path) || seen.has('*')) return [];
  return names.filter((name) => !seen.has(name)).map((name) => `${path}: ${name}`);
});
console.log(dead.length === 0 ? 'No dead exports.' : dead.join('\n'));
process.exit(dead.length === 0 ? 0 : 1);

function visit(node, file) {
  if (ts.isImportDeclaration(node)) use(file, node.moduleSpecifier.text, importedNames(node.importClause));
  else if (ts.isExportDeclaration(node)) reexport(node, file);
  else if (isExported(node)) exported.get(file).push(...declaredNames(node));
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [target] = node.arguments;
    if (target && ts.isStringLiteralLike(target)) use(file, target.text, ['*']);
  }
  ts.forEachChild(node, (child) => visit(child, file));
}

function importedNames(clause) {
  if (!clause?.namedBindings) return ['default'];
  if (ts.isNamespaceImport(clause.namedBindings)) return ['*'];
  return clause.namedBindings.elements.map((element) => (element.propertyName ?? element.name).text);
}

/** A re-exported value is used when the door's own name for it is. */
function reexport(node, file) {
  const elements =
    node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
  const values = elements.filter((element) => !element.isTypeOnly && !node.isTypeOnly);
  if (node.moduleSpecifier) {
    use(
      file,
      node.moduleSpecifier.text,
      elements.map((element) => (element.propertyName ?? element.name).text),
    );
  }
  exported
    .get(file)
    .push(...values.filter((value) => !isTypeName(value, node, file)).map((value) => value.name.text));
}

/** `export { type X }` says so; a plain name may still be an interface where it is declared. */
function isTypeName(element, node, file) {
  const target = node.moduleSpecifier && resolve(file, node.moduleSpecifier.text);
  if (!target) return false;
  const name = (element.propertyName ?? element.name).text;
  return new RegExp(`export (interface|type) ${name}\\b`).test(readFileSync(target, 'utf8'));
}

function isExported(node) {
  return (
    (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isVariableStatement(node)) &&
    node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
  );
}

function declaredNames(node) {
  if (!ts.isVariableStatement(node)) return node.name ? [node.name.text] : [];
  return node.declarationList.declarations.map((declaration) => declaration.name.getText());
}

function use(file, specifier, names) {
  const target = resolve(file, specifier);
  if (!target) return;
  if (!used.has(target)) used.set(target, new Set());
  for (const name of names) used.get(target).add(name);
}

function resolve(file, specifier) {
  const found = ts.resolveModuleName(
    specifier,
    file,
    (file.startsWith(CONSOLE) ? consoleConfig : config).options,
    ts.sys,
    undefined,
    undefined,
    ts.ModuleKind.ESNext,
  );
  const name = found.resolvedModule?.resolvedFileName;
  return name?.includes('node_modules') ? undefined : name;
}
