import { describe, expect, it } from '@jest/globals';
import { breakingChanges } from './breaking-changes.js';
import type { OpenapiDocument, Operation, Schema } from './schema.js';

const ROW: Schema = {
  type: 'object',
  properties: { id: { type: 'string' }, status: { type: 'string', enum: ['open', 'shut'] } },
  required: ['id', 'status'],
};
const BODY: Schema = {
  type: 'object',
  properties: { name: { type: 'string' }, note: { type: ['string', 'null'] } },
  required: ['name'],
};

function version(
  change: { row?: Schema; body?: Schema; operation?: Partial<Operation> } = {},
): OpenapiDocument {
  const json = (schema: Schema) => ({ 'application/json': { schema } });
  const operation = {
    operationId: 'rows_create',
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
    requestBody: { required: true, content: json({ $ref: '#/components/schemas/Body' }) },
    responses: { '201': { description: '', content: json({ $ref: '#/components/schemas/Row' }) } },
    ...change.operation,
  } as Operation;
  return {
    paths: { '/rows': { post: operation } },
    components: { schemas: { Row: change.row ?? ROW, Body: change.body ?? BODY } },
  } as unknown as OpenapiDocument;
}

const broken = (change: Parameters<typeof version>[0]) => breakingChanges(version(), version(change));

describe('breakingChanges', () => {
  it('finds nothing between equal versions', () => {
    expect(broken({})).toEqual([]);
  });

  it('allows what only adds: a member of an answer, an optional one of a request, a route', () => {
    const row = { ...ROW, properties: { ...ROW.properties, more: { type: 'string' } } };
    const body = { ...BODY, properties: { ...BODY.properties, more: { type: 'string' } } };
    expect(broken({ row, body })).toEqual([]);
    const more = version();
    more.paths['/more'] = version().paths['/rows']!;
    expect(breakingChanges(version(), more)).toEqual([]);
  });

  it('finds a route, a method, a status and a name that are gone', () => {
    expect(breakingChanges(version(), { ...version(), paths: {} })).toEqual(['POST /rows is gone']);
    expect(broken({ operation: { responses: {} } })).toEqual(['POST /rows no longer answers 201']);
    expect(broken({ operation: { operationId: 'rows_make' } })).toEqual([
      'POST /rows is called rows_make, no longer rows_create',
    ]);
  });

  it.each<[string, Schema, string]>([
    ['a member', { ...ROW, properties: { status: ROW.properties!.status! } }, 'POST /rows 201.id is gone'],
    ['its certainty', { ...ROW, required: ['status'] }, 'POST /rows 201.id may now be absent'],
    [
      'a value',
      { ...ROW, properties: { ...ROW.properties, status: { type: 'string', enum: ['open'] } } },
      'POST /rows 201.status no longer has the value shut',
    ],
    [
      'its type',
      { ...ROW, properties: { ...ROW.properties, id: { type: ['string', 'null'] } } },
      'POST /rows 201.id may now be null',
    ],
  ])('finds that an answer lost %s', (_what, row, line) => {
    expect(broken({ row })).toContain(line);
  });

  it.each<[string, Schema, string]>([
    [
      'needs one more member',
      { ...BODY, required: ['name', 'note'] },
      'POST /rows body.note is now required',
    ],
    ['takes one less', { ...BODY, properties: { name: { type: 'string' } } }, 'POST /rows body.note is gone'],
    [
      'takes null no longer',
      { ...BODY, properties: { ...BODY.properties, note: { type: 'string' } } },
      'POST /rows body.note no longer takes null',
    ],
    [
      'takes certain values only',
      { ...BODY, properties: { ...BODY.properties, name: { type: 'string', enum: ['a'] } } },
      'POST /rows body.name now takes certain values only',
    ],
  ])('finds that a request %s', (_what, body, line) => {
    expect(broken({ body })).toContain(line);
  });

  it('finds a parameter that is gone and one that is newly needed', () => {
    const parameters = [{ name: 'q', in: 'query' as const, required: true, schema: { type: 'string' } }];
    expect(broken({ operation: { parameters } })).toEqual([
      'POST /rows no longer takes query limit',
      'POST /rows now needs query q',
    ]);
  });

  it('comes to an end with shapes that hold themselves', () => {
    const row: Schema = {
      ...ROW,
      properties: { ...ROW.properties, up: { $ref: '#/components/schemas/Row' } },
    };
    expect(breakingChanges(version({ row }), version({ row }))).toEqual([]);
  });
});
