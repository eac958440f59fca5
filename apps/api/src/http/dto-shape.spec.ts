import { describe, expect, it } from '@jest/globals';
import {
  ArrayMaxSize,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsId } from './fields.js';
import { requestValidation } from './request-validation.pipe.js';

class Inner {
  @IsString()
  @MaxLength(5000)
  text: string;
}

class Outer {
  @IsOptional()
  @Matches(/^[^]{1,10}$/u)
  name?: string;

  @IsOptional()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  list?: string[];

  @IsOptional()
  @IsObject()
  @ValidateNested()
  inner?: Inner;

  @IsOptional()
  @IsObject()
  free?: object;

  @IsOptional()
  @IsObject()
  key_values?: object;

  method(): void {}
}

const read = (body: unknown): Promise<unknown> =>
  requestValidation().transform(body, { type: 'body', metatype: Outer });
const faultsOf = async (body: unknown): Promise<unknown> => {
  const error: { code?: string; extra?: { fields: unknown } } = await read(body).then(
    () => ({}),
    (thrown: object) => thrown,
  );
  expect(error.code).toBe('validation_failed');
  return error.extra?.fields;
};

/** What every object has, whoever made it. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];
const named = (name: string): object => JSON.parse(`{${JSON.stringify(name)}:1}`) as object;

describe('a body validated by a class', () => {
  it('becomes an instance with unchanged members, and nested instances', async () => {
    const sent = { name: 'a', list: ['b'], inner: { text: 'c' }, free: { d: [1] } };
    const body = (await read(sent)) as Outer;
    expect(body).toBeInstanceOf(Outer);
    expect(body.inner).toBeInstanceOf(Inner);
    expect(body).toEqual(sent);
    expect(body.free).toBe(sent.free);
  });

  it.each([...INHERITED, 'method', 'nmae'])('has no member %s', async (name) => {
    expect(await faultsOf(named(name))).toEqual([
      { field: name, message: 'is not a member of this request' },
    ]);
    const inner = [{ field: `inner.${name}`, message: 'is not a member of this request' }];
    expect(await faultsOf({ inner: { text: '', ...Object.fromEntries([[name, 1]]) } })).toEqual(inner);
  });

  it.each(INHERITED)('can’t contain a member named %s at any depth, except as a key', async (name) => {
    for (const free of [named(name), { a: [{ b: named(name) }] }])
      expect(await faultsOf({ free })).toEqual([{ field: 'body', message: expect.any(String) }]);
    expect(((await read({ key_values: named(name) })) as Outer).key_values).toEqual(named(name));
  });

  it.each<[string, unknown, string]>([
    ['a list', { list: ['', '', '', ''] }, 'list'],
    ['a text of a list', { list: ['x'.repeat(4097)] }, 'list'],
    ['a text without a limit of its own', { name: 'x'.repeat(4097) }, 'name'],
    ['a nested text', { inner: { text: 'x'.repeat(10_001) } }, 'inner.text'],
  ])('is measured before any decorator runs: %s', async (_what, body, field) => {
    expect(await faultsOf(body)).toEqual([
      { field, message: expect.stringMatching(/no more than 3|that long/) },
    ]);
  });

  it('lists at most twenty faults, with names truncated', async () => {
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`unknown${n}`, 0]));
    expect(await faultsOf(many)).toHaveLength(20);
    expect(await faultsOf({ ['x'.repeat(100_000)]: 0 })).toMatchObject([{ field: 'x'.repeat(100) }]);
  });

  it('accepts what its decorators accept', async () => {
    await expect(read({ name: '🔑'.repeat(10), inner: { text: '🔑'.repeat(5000) } })).resolves.toBeDefined();
    expect(await faultsOf({ name: '🔑'.repeat(11) })).toMatchObject([{ field: 'name' }]);
    expect(await faultsOf({ inner: { text: 'x'.repeat(5001) } })).toMatchObject([{ field: 'inner.text' }]);
  });
});

class Ids {
  @IsOptional()
  @IsId()
  project_id?: string;

  @IsOptional()
  @IsId({ each: true })
  secret_ids?: string[];

  @IsOptional()
  @IsString()
  name?: string;
}

describe('an id', () => {
  const [SENT, KEPT] = ['01900000-0000-7000-8000-00000000000A', '01900000-0000-7000-8000-00000000000a'];
  const readAs = (type: 'body' | 'query', sent: object): Promise<unknown> =>
    requestValidation().transform(sent, { type, metatype: Ids });

  it.each(['body', 'query'] as const)(
    'of a %s reaches the handler in lower case, and nothing else does',
    async (type) => {
      const sent = { project_id: SENT, secret_ids: [SENT, KEPT], name: 'A' };
      expect(await readAs(type, sent)).toEqual({ project_id: KEPT, secret_ids: [KEPT, KEPT], name: 'A' });
    },
  );

  it.each(['body', 'query'] as const)('of a %s that isn’t a UUID is rejected', async (type) => {
    const refusal = {
      code: 'validation_failed',
      extra: { fields: [{ field: 'project_id', message: 'must be a UUID' }] },
    };
    await expect(readAs(type, { project_id: 'X' })).rejects.toMatchObject(refusal);
  });
});
