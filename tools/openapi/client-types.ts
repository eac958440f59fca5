import openapiTS, { astToString } from 'openapi-typescript';
import type { Answer, OpenapiDocument } from './schema.js';

const BANNER =
  '// Made from docs/api/openapi.json by `npm run openapi`. Change the code that it describes instead.\n\n';

/** The description as TypeScript types, with a short name for each of its schemas: what packages/client is made from. */
export async function clientTypes(document: OpenapiDocument): Promise<string> {
  const nodes = await openapiTS(inJson(document) as unknown as Parameters<typeof openapiTS>[0], {
    alphabetize: true,
    emptyObjectsUnknown: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  const text = astToString(nodes);
  // Refusals are components only so that equal ones stand once; nobody calls them by their names.
  return BANNER + text.replace(/^export type \w+ = components\['(?!schemas')[^\n]*\n/gm, '');
}

/** A copy in which an answer that comes as JSON comes in no other form: a client that asks for none is given JSON. */
function inJson(document: OpenapiDocument): OpenapiDocument {
  const copy = JSON.parse(JSON.stringify(document)) as OpenapiDocument;
  const operations = Object.values(copy.paths).flatMap((item) => Object.values(item));
  for (const { responses } of operations)
    for (const answer of Object.values(responses)) answer.content = jsonOf(answer.content);
  return copy;
}

function jsonOf(content: Answer['content']): Answer['content'] {
  const json = content?.['application/json'];
  return json ? { 'application/json': json } : content;
}
