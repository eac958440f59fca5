import { KIND_NAMES, type KindName } from './kind.js';
import { documentOf } from './documents.js';
import type { Member, Members, Shape } from './shape.js';

type Json = Readonly<Record<string, unknown>>;

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** Returns the JSON Schema of one kind of document, or of any. */
export function schemaOf(kind: KindName | null): Json {
  if (kind !== null) return { $schema: DRAFT, title: `countersign/v1 ${kind}`, ...documentSchema(kind) };
  const all = KIND_NAMES.map((each) => ({
    if: { properties: { kind: { const: each } }, required: ['kind'] },
    then: { $ref: `#/$defs/${each}` },
  }));
  return {
    $schema: DRAFT,
    title: 'countersign/v1',
    type: 'object',
    properties: { kind: { enum: [...KIND_NAMES] } },
    required: ['apiVersion', 'kind', 'spec'],
    allOf: all,
    $defs: Object.fromEntries(KIND_NAMES.map((each) => [each, documentSchema(each)])),
  };
}

function documentSchema(kind: KindName): Json {
  const members = documentOf(kind);
  return { description: members['spec']!.about, ...objectSchema(members) };
}

function objectSchema(members: Members): Json {
  const required = Object.entries(members)
    .filter(([, member]) => member.required === true)
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, memberSchema(member)]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function memberSchema({ shape, about, nullable }: Member): Json {
  const schema = shapeSchema(shape);
  const description = { description: about };
  return nullable === true
    ? { ...description, anyOf: [schema, { type: 'null' }] }
    : { ...description, ...schema };
}

function shapeSchema(shape: Shape): Json {
  switch (shape.is) {
    case 'text':
      return {
        type: 'string',
        maxLength: shape.most ?? 200,
        ...(shape.pattern === undefined ? {} : { pattern: shape.pattern.source }),
      };
    case 'integer':
      return { type: 'integer', minimum: shape.least, maximum: shape.most };
    case 'flag':
      return { type: 'boolean' };
    case 'one of':
      return { enum: [...shape.of] };
    case 'set':
      return { type: 'array', items: shapeSchema(shape.of), maxItems: shape.most, uniqueItems: true };
    case 'object':
      return objectSchema(shape.members);
    case 'map':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'anything':
      return {};
  }
}
