import { KIND_NAMES, type KindName } from './kind.js';
import { documentOf } from './documents.js';
import { KINDS } from './kinds/all.js';
import type { Member, Members, Shape } from './shape.js';

type Json = Readonly<Record<string, unknown>>;
interface ObjectSchema extends Json {
  readonly properties: Readonly<Record<string, Json & { readonly required?: readonly string[] }>>;
  readonly required?: readonly string[];
}

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
  const { about } = members['spec']!;
  if (KINDS[kind].removable !== true) return { description: about, ...objectSchema(members) };
  const [present, absent] = [objectSchema(members), objectSchema(documentOf(kind, true))];
  return {
    description: about,
    ...present,
    properties: { ...present.properties, spec: absent.properties['spec']! },
    required: (present.required ?? []).filter((name) => absent.required?.includes(name)),
    if: SAYS_ABSENT,
    then: {},
    else: {
      type: 'object',
      required: present.required ?? [],
      properties: { spec: { type: 'object', required: present.properties['spec']!.required ?? [] } },
    },
  };
}

const SAYS_ABSENT: Json = {
  type: 'object',
  properties: {
    metadata: { type: 'object', properties: { state: { const: 'absent' } }, required: ['state'] },
  },
  required: ['metadata'],
};

function objectSchema(members: Members): ObjectSchema {
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
