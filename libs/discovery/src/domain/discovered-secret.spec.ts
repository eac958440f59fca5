import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDiscoveredPage } from './discovered-secret.js';

const plain = { ref: 'apps/web', keys: ['user', 'password'], labels: { env: 'dev' }, version: '3' };
const many = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ ...plain, ref: `s${index}` }));
const labels = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`label-${index}`, 'x']));

describe('a page of discovered secrets', () => {
  it('is parsed with its keys sorted and deduplicated', async () => {
    const page = await readDiscoveredPage([
      { ...plain, keys: ['b', 'a', 'b'] },
      { ref: 'other', keys: [], labels: {} },
    ]);
    expect(page).toEqual([
      { ...plain, keys: ['a', 'b'] },
      { ref: 'other', keys: [], labels: {}, version: null },
    ]);
  });

  it('contains up to 1,000 secrets', async () => {
    expect(await readDiscoveredPage(many(1000))).toHaveLength(1000);
    expect(await readDiscoveredPage(many(1001))).toMatchObject({ field: 'secrets' });
  });

  it.each<[string, unknown]>([
    ['secrets', null],
    ['secrets', 'x'],
    ['secrets', { 0: plain }],
    ['secrets.0', [null]],
    ['secrets.0', [[plain]]],
    ['secrets.0', [{ ...plain, value: 'x' }]],
    ['secrets.0.ref', [{ ...plain, ref: undefined }]],
    ['secrets.0.ref', [{ ...plain, ref: '' }]],
    ['secrets.0.ref', [{ ...plain, ref: '/a' }]],
    ['secrets.0.ref', [{ ...plain, ref: 'a//b' }]],
    ['secrets.0.ref', [{ ...plain, ref: 'a/../b' }]],
    ['secrets.0.ref', [{ ...plain, ref: 'a%2fb' }]],
    ['secrets.0.ref', [{ ...plain, ref: 'a\u0000' }]],
    ['secrets.0.ref', [{ ...plain, ref: 'x'.repeat(1025) }]],
    ['secrets.0.ref', [{ ...plain, ref: '\u{1F600}'.repeat(1000) }]],
    ['secrets.1.ref', [plain, plain]],
    ['secrets.0.keys', [{ ...plain, keys: 'user' }]],
    ['secrets.0.keys', [{ ...plain, keys: [1] }]],
    ['secrets.0.keys', [{ ...plain, keys: ['with space'] }]],
    ['secrets.0.keys', [{ ...plain, keys: Array.from({ length: 1001 }, () => 'k') }]],
    ['secrets.0.labels', [{ ...plain, labels: null }]],
    ['secrets.0.labels', [{ ...plain, labels: [] }]],
    ['secrets.0.labels', [{ ...plain, labels: { a: 1 } }]],
    ['secrets.0.labels', [{ ...plain, labels: { '': 'x' } }]],
    ['secrets.0.labels', [{ ...plain, labels: { a: 'x'.repeat(1025) } }]],
    ['secrets.0.version', [{ ...plain, version: 3 }]],
    ['secrets.0.version', [{ ...plain, version: '' }]],
  ])('is rejected at %s: %j', async (field, sent) => {
    expect(await readDiscoveredPage(sent)).toEqual({ field, message: expect.any(String) });
  });

  it.each<[string, unknown]>([
    ['must be a list of at most 1000 secrets', null],
    ['must be an object', [null]],
    ['holds an unknown member', [{ ...plain, value: 'x' }]],
    ['must not be named twice', [plain, plain]],
    ['must be a secret reference of at most 1024 characters', [{ ...plain, ref: '' }]],
    ['must be a list of key names', [{ ...plain, keys: null }]],
    ['must be an object of at most 64 texts', [{ ...plain, labels: null }]],
    ['must be text of 1 to 200 characters', [{ ...plain, version: '' }]],
  ])('is rejected with the violated rule: it %s', async (message, sent) => {
    expect(await readDiscoveredPage(sent)).toMatchObject({ message });
  });

  it.each([
    [
      'keys',
      'a thousand keys',
      Array.from({ length: 1000 }, () => 'k'),
      Array.from({ length: 1001 }, () => 'k'),
    ],
    ['labels', '64 labels', labels(64), labels(65)],
    ['labels', 'a name of 320 characters', { ['n'.repeat(320)]: '' }, { ['n'.repeat(321)]: '' }],
    ['labels', 'a label of 1,024 characters', { a: 'x\n'.repeat(512) }, { a: `${'x\n'.repeat(512)}x` }],
    ['labels', 'a label with a line end', { a: '\n' }, { '\n': 'a' }],
    ['version', 'a version of 200 characters', 'v'.repeat(200), 'v'.repeat(201)],
    ['version', 'any version in print', 'ü 1', '1\u0000'],
  ])('may contain in its %s %s, and no more', async (name, _what, kept, refused) => {
    expect(await readDiscoveredPage([{ ...plain, [name]: kept }])).toHaveLength(1);
    expect(await readDiscoveredPage([{ ...plain, [name]: refused }])).toMatchObject({
      field: `secrets.0.${name}`,
    });
  });

  it('lets other work run while its keys are checked', async () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `k${1000 - index}`);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const page = await readDiscoveredPage(
      Array.from({ length: 200 }, (_, index) => ({ ...plain, ref: `s${index}`, keys })),
    );
    clearImmediate(counting);
    expect(page).toHaveLength(200);
    expect(turns).toBeGreaterThanOrEqual(15);
  });

  it('is parsed or rejected for any input, and errors never quote it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ref: fc.anything(), keys: fc.anything(), labels: fc.anything() })),
        async (sent) => {
          const page = await readDiscoveredPage(sent);
          if (!Array.isArray(page))
            expect(page.field).toMatch(/^secrets(\.\d+(\.(ref|keys|labels|version))?)?$/);
        },
      ),
    );
  });
});
