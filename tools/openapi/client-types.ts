import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenapiDocument } from './schema.js';

const BANNER =
  '// Made from docs/api/openapi.json by `npm run openapi`. Change the code that it describes instead.\n\n';

/** The description as TypeScript types, with a short name for each of its schemas: what packages/client is made from. */
export async function clientTypes(document: OpenapiDocument): Promise<string> {
  // It changes what it is given.
  const copy = JSON.parse(JSON.stringify(document)) as Parameters<typeof openapiTS>[0];
  const nodes = await openapiTS(copy, {
    alphabetize: true,
    emptyObjectsUnknown: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  const text = astToString(nodes);
  // Refusals are components only so that equal ones stand once; nobody calls them by their names.
  return BANNER + text.replace(/^export type \w+ = components\['(?!schemas')[^\n]*\n/gm, '');
}
