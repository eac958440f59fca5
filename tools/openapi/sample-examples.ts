import { SAMPLES } from './sample-values.js';
import type { OpenapiDocument, Schema } from './schema.js';

const ID = '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41';
const TIME = '2026-03-14T09:26:53.589Z';

/**
 * Adds a generated example to every schema of a body or response that has no handwritten one.
 * @throws Error for a member without a value in sample-values.ts
 */
export function addExamples(document: OpenapiDocument): void {
  const { schemas } = document.components;
  for (const name of usedIn(document)) {
    const schema = schemas[name]!;
    schema.example ??= exampleOf({ $ref: `#/components/schemas/${name}` }, '', name, schemas);
  }
}

/** Returns the names of the schemas of whole bodies, by address. */
function usedIn({ paths }: OpenapiDocument): Set<string> {
  const names = new Set<string>();
  const add = (schema: Schema): void => {
    if (schema.$ref) names.add(nameOf(schema.$ref));
    for (const part of [schema.items ?? [], schema.anyOf ?? []].flat()) add(part);
  };
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
    const contents = [operation.requestBody?.content, ...answers.map(([, { content }]) => content)];
    for (const content of contents) for (const { schema } of Object.values(content ?? {})) add(schema);
  }
  return names;
}

type Schemas = OpenapiDocument['components']['schemas'];

function exampleOf(schema: Schema, member: string, owner: string, schemas: Schemas): unknown {
  const known = [`${owner}.${member}`, member].map((name) => SAMPLES[name]);
  const sample = known.find((value) => value !== undefined && fits(value, schema, schemas));
  if (sample !== undefined) return sample;
  if (schema.$ref) return ofNamed(nameOf(schema.$ref), member, schemas);
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, member, owner, schemas);
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'uuid') return ID;
  if (schema.format === 'date-time') return TIME;
  if (schema.properties) return ofMembers(schema, owner, schemas);
  if (schema.items) return [exampleOf(schema.items, member.replace(/s$/, ''), owner, schemas)];
  return ofSimple([schema.type].flat()[0], schema, `${owner}.${member}`);
}

/** Names repeat: a `version` is a text in one schema and a number in another. */
function fits(sample: unknown, schema: Schema, schemas: Schemas): boolean {
  if (schema.$ref) return fits(sample, schemas[nameOf(schema.$ref)]!, schemas);
  if (schema.anyOf) return schema.anyOf.some((each) => fits(sample, each, schemas));
  if (schema.enum) return schema.enum.includes(sample as string);
  return fitsType(sample, schema, schemas);
}

function fitsType(sample: unknown, schema: Schema, schemas: Schemas): boolean {
  const types = [schema.type ?? []].flat();
  if (Array.isArray(sample))
    return types.includes('array') && sample.every((each) => fits(each, schema.items ?? {}, schemas));
  if (sample === null) return types.includes('null');
  if (typeof sample === 'object')
    return types.includes('object') && Object.keys(schema.properties ?? {}).every((name) => name in sample);
  return types.length === 0 || types.includes(typeof sample === 'number' ? 'integer' : typeof sample);
}

function ofNamed(name: string, member: string, schemas: Schemas): unknown {
  const schema = schemas[name]!;
  return schema.example ?? exampleOf(schema, member, name, schemas);
}

/** Returns all members of a request body; of a response those that are always present. */
function ofMembers(
  { properties = {}, required = [] }: Schema,
  owner: string,
  schemas: Schemas,
): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name]) => owner.endsWith('Body') || required.includes(name),
  );
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, name, owner, schemas)]));
}

function ofSimple(type: string | undefined, schema: Schema, place: string): unknown {
  if (type === 'integer') return schema.minimum ?? 1;
  if (type === 'boolean') return false;
  throw new Error(`Add an example of ${place} to tools/openapi/sample-values.ts.`);
}

function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}
