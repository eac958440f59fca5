import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenapiDocument } from '../../tools/openapi/schema.js';

const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as OpenapiDocument;
/** test/matrix/openapi checks the schemas themselves. */
const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'document', components: document.components });
/** By schema: all operations have the same errors. */
const validators = new Map<string, ValidateFunction>();

/**
 * Compares a body with a schema of docs/api/openapi.json.
 * @returns what does not match; null for a body as described
 */
export function faultsOfBody(schema: object, body: unknown): string | null {
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = validators.get(absolute) ?? ajv.compile(JSON.parse(absolute) as object);
  validators.set(absolute, validate);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}
