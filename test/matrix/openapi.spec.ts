import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from '../../tools/openapi/schema.js';
import { DOCUMENT, OPERATIONS } from './document.js';

const JSON_TYPE = 'application/json';
const BOUNDED = ['maxLength', 'format', 'enum', 'pattern'] as const;

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'document', components: DOCUMENT.components });

describe('the description of the interface', () => {
  it('is up to date with the code, and has no breaking change', async () => {
    const checked = promisify(execFile)(process.execPath, [resolve('dist/tools/openapi/main.js'), 'check']);
    await expect(checked).resolves.toMatchObject({ stdout: expect.stringContaining('is up to date') });
  }, 180_000);

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate('docs/api/openapi.json');
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
  });

  it('holds the probes and itself', () => {
    const names = OPERATIONS.map(({ name }) => name);
    const expected = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /api/v1/openapi.json'];
    expect(names).toEqual(expect.arrayContaining(expected));
  });

  it('has a unique name for each operation', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  const examples = Object.entries(DOCUMENT.components.schemas).filter(([, schema]) => 'example' in schema);
  it.each(examples)('gives an example of %s that fits its schema', (name, schema) => {
    const validate = ajv.getSchema(`document#/components/schemas/${name}`)!;
    expect([validate(schema.example), validate.errors]).toEqual([true, null]);
  });

  it('has an example of every request and response body', () => {
    const contents = OPERATIONS.flatMap(({ operation: { requestBody, responses } }) => [
      requestBody?.content ?? {},
      ...Object.entries(responses).map(([status, answer]) =>
        Number(status) < 400 ? (answer.content ?? {}) : {},
      ),
    ]);
    const refs = contents.flatMap((content) =>
      Object.values(content).flatMap(({ schema }) => (schema.items ?? schema).$ref ?? []),
    );
    const names = [...new Set(refs.map((ref) => ref.split('/').at(-1)!))];
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => DOCUMENT.components.schemas[name]!.example === undefined)).toEqual([]);
  });

  it('limits every text and every list of a body', () => {
    const bodies = OPERATIONS.flatMap(
      ({ operation }) => operation.requestBody?.content[JSON_TYPE]?.schema ?? [],
    );
    expect(bodies.length).toBeGreaterThan(40);
    expect([...new Set(bodies.flatMap((schema) => unmeasured(schema)))]).toEqual([]);
  });

  it.each(OPERATIONS.map((route) => [route.name, route.operation] as const))(
    'documents the success status of %s, and no 5xx except 503',
    (_name, { responses }) => {
      const statuses = Object.keys(responses).map(Number);
      expect(statuses.some((status) => status < 400)).toBe(true);
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    },
  );
});

/** Texts and lists without a limit; what is in free-form objects is bounded by the body's size alone. */
function unmeasured(schema: Schema, place = 'a body'): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return unmeasured(DOCUMENT.components.schemas[name]!, name);
  }
  const types = [schema.type ?? []].flat();
  const long = types.includes('string') && !BOUNDED.some((rule) => rule in schema);
  const many = types.includes('array') && schema.maxItems === undefined;
  return [
    ...(long || many ? [place] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      unmeasured(each, `${place}.${name}`),
    ),
    ...(schema.items ? unmeasured(schema.items, `${place}[]`) : []),
  ];
}
