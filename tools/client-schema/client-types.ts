import openapiTS, { astToString } from 'openapi-typescript';
import type { Answer, OpenapiDocument } from '../openapi/schema.js';

const BANNER = '// Generated from docs/api/openapi.json by `npm run build`; not committed.\n\n';

/** Returns the description as TypeScript types, with a short name for each of its schemas. */
export async function clientTypes(document: OpenapiDocument): Promise<string> {
  const nodes = await openapiTS(inJson(document) as unknown as Parameters<typeof openapiTS>[0], {
    alphabetize: true,
    emptyObjectsUnknown: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  const text = astToString(nodes);
  // Error responses are components only to avoid repetition: their names are not exported.
  return BANNER + text.replace(/^export type \w+ = components\['(?!schemas')[^\n]*\n/gm, '');
}

/** Returns a copy in which a response with several media types has only JSON, which a client without `Accept` gets. */
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
