import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import { constrain } from './constraints.js';
import { describeOperation } from './describe-operation.js';
import { EXAMPLES } from './examples.js';
import { handlersOf } from './handlers.js';
import { override } from './overrides.js';
import { PROBLEM_SCHEMAS } from './problem-answers.js';
import { addExamples } from './sample-examples.js';
import type { OpenapiDocument, Schema } from './schema.js';
import { INFO, SECURITY_SCHEMES, SHARED_HEADERS, SHARED_PARAMETERS } from './shared-parts.js';
import { Signatures } from './signatures.js';
import type { TypeSchemas } from './type-schemas.js';

/**
 * Returns the API description, OpenAPI 3.1: routes from Nest, shapes from the types, limits from the validation decorators,
 * errors from those that handlers declare and from what the guard enforces.
 * @param root the project's folder
 * @param compiled the folder of its build
 */
export async function buildDocument(
  app: INestApplication,
  root: string,
  compiled: string,
): Promise<OpenapiDocument> {
  const handlers = handlersOf(app);
  const signatures = new Signatures(root);
  const signed = handlers.map((handler) => ({ handler, signature: signatures.of(handler) }));
  const schemas = { ...PROBLEM_SCHEMAS, ...(await finished(signatures.schemas, compiled)) };
  const components: OpenapiDocument['components'] = {
    securitySchemes: SECURITY_SCHEMES,
    headers: SHARED_HEADERS,
    parameters: SHARED_PARAMETERS,
    responses: {},
    schemas,
  };
  const paths: OpenapiDocument['paths'] = {};
  for (const { handler, signature } of signed)
    (paths[handler.path] ??= {})[handler.verb] = describeOperation(handler, signature, components);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const tags = [...new Set(operations.flatMap((each) => each.tags))].sort().map((name) => ({ name }));
  const document = { openapi: '3.1.0', info: INFO, servers: [{ url: '/' }], tags, paths, components };
  addExamples(document);
  components.schemas = sorted(reached(document));
  components.responses = sorted(components.responses);
  return document;
}

/** Returns the classes' schemas with the limits that their decorators set. */
async function finished(types: TypeSchemas, compiled: string): Promise<Record<string, Schema>> {
  const schemas: Record<string, Schema> = {};
  for (const [name, { schema, file }] of types.components) {
    schemas[name] = schema;
    const path = join(compiled, file.replace(/\.ts$/, '.js'));
    const classes = (await import(pathToFileURL(path).href)) as Record<
      string,
      (new () => object) | undefined
    >;
    // A class that isn't exported has no validation decorators: it is part of a response.
    if (classes[name]) constrain(schema, classes[name]);
  }
  override(schemas);
  for (const [name, example] of Object.entries(EXAMPLES)) {
    if (!schemas[name]) throw new Error(`There is an example of ${name}, but no such schema.`);
    schemas[name].example = example;
  }
  return schemas;
}

/** Removes unreferenced schemas: the classes of queries became parameters. */
function reached(document: OpenapiDocument): Record<string, Schema> {
  const { schemas } = document.components;
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!names.has(name)) {
        names.add(name);
        visit(schemas[name]);
      }
  };
  visit([document.paths, document.components.responses]);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
