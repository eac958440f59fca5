import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readObservedApplications } from './observed-application.js';

const plain = {
  name: 'shop',
  namespace: 'argocd',
  project: 'default',
  repo_url: 'https://git.example.test/shop.git',
  path: 'deploy/prod',
  target_revision: 'main',
  sync_status: 'Synced',
  health_status: 'Healthy',
  revision: 'a'.repeat(40),
  observed_at: '2026-03-14T09:26:53.589Z',
};
const many = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ ...plain, name: `app-${index}` }));

describe('a report of applications', () => {
  it('is parsed with times in UTC', () => {
    const sent = { ...plain, observed_at: '2026-03-14T10:26:53.589+01:00' };
    expect(readObservedApplications([sent])).toEqual([plain]);
  });

  it('has no source for an application without one', () => {
    const { path: _, ...chart } = { ...plain, repo_url: null, target_revision: '', revision: undefined };
    const none = { repo_url: null, path: null, target_revision: null, revision: null };
    expect(readObservedApplications([chart])).toEqual([{ ...plain, ...none }]);
  });

  it.each([
    ['https://git:ghp_token@git.example.test/shop.git', 'https://git.example.test/shop.git'],
    ['https://token@git.example.test/shop.git', 'https://git.example.test/shop.git'],
    ['https://a:b@c@git.example.test/shop', 'https://git.example.test/shop'],
    ['ssh://git:pw@git.example.test:22/shop', 'ssh://git.example.test:22/shop'],
    ['git@git.example.test:org/shop.git', 'git@git.example.test:org/shop.git'],
    ['https://git.example.test/@scope/shop', 'https://git.example.test/@scope/shop'],
  ])('drops credentials from a repository URL: %s', (sent, kept) => {
    expect(readObservedApplications([{ ...plain, repo_url: sent }])).toEqual([{ ...plain, repo_url: kept }]);
  });

  it('contains up to 1,000 applications, or none', () => {
    expect(readObservedApplications([])).toEqual([]);
    expect(readObservedApplications(many(1000))).toHaveLength(1000);
    expect(readObservedApplications(many(1001))).toMatchObject({ field: 'applications' });
  });

  it('distinguishes applications of one name in two namespaces', () => {
    expect(readObservedApplications([plain, { ...plain, namespace: 'team-a' }])).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['applications', null],
    ['applications', { 0: plain }],
    ['applications.0', [null]],
    ['applications.0', [[plain]]],
    ['applications.0', [{ ...plain, status: 'x' }]],
    ['applications.1.name', [plain, plain]],
    ['applications.0.name', [{ ...plain, name: '' }]],
    ['applications.0.name', [{ ...plain, name: 7 }]],
    ['applications.0.name', [{ ...plain, name: 'x'.repeat(254) }]],
    ['applications.0.namespace', [{ ...plain, namespace: null }]],
    ['applications.0.project', [{ ...plain, project: undefined }]],
    ['applications.0.repo_url', [{ ...plain, repo_url: {} }]],
    ['applications.0.path', [{ ...plain, path: 'a\u0000b' }]],
    ['applications.0.sync_status', [{ ...plain, sync_status: null }]],
    ['applications.0.health_status', [{ ...plain, health_status: 'x'.repeat(101) }]],
    ['applications.0.observed_at', [{ ...plain, observed_at: 1 }]],
    ['applications.0.observed_at', [{ ...plain, observed_at: '2026-03-14' }]],
    ['applications.0.observed_at', [{ ...plain, observed_at: '2026-03-14T09:26:53' }]],
    ['applications.0.observed_at', [{ ...plain, observed_at: '2026-13-14T09:26:53Z' }]],
    ['applications.0.observed_at', [{ ...plain, observed_at: '1969-12-31T23:59:59Z' }]],
  ])('is rejected at %s: %j', (field, sent) => {
    expect(readObservedApplications(sent)).toEqual({ field, message: expect.any(String) });
  });

  it.each<[string, unknown]>([
    ['must be a list of at most 1000 applications', null],
    ['must be an object', [null]],
    ['holds an unknown member', [{ ...plain, status: 'x' }]],
    ['must not be named twice', [plain, plain]],
    ['must be text of at most 253 characters', [{ ...plain, name: '' }]],
    ['must be text of at most 1024 characters', [{ ...plain, path: 7 }]],
    ['must be an ISO 8601 time with an offset', [{ ...plain, observed_at: 1 }]],
  ])('is rejected with the violated rule: it %s', (message, sent) => {
    expect(readObservedApplications(sent)).toMatchObject({ message });
  });

  it.each([
    ['name', 253],
    ['namespace', 253],
    ['project', 253],
    ['repo_url', 2048],
    ['path', 1024],
    ['target_revision', 1024],
    ['sync_status', 100],
    ['health_status', 100],
    ['revision', 1024],
  ])('accepts a %s of up to %d characters', (name, most) => {
    const of = (length: number) => readObservedApplications([{ ...plain, [name]: 'x'.repeat(length) }]);
    expect(of(most)).toEqual([{ ...plain, [name]: 'x'.repeat(most) }]);
    expect(of(most + 1)).toMatchObject({ field: `applications.0.${name}` });
  });

  it.each([
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-30T23:59:59Z', '9999-12-30T23:59:59.000Z'],
    ['2026-03-14T09:26:53.123456789Z', '2026-03-14T09:26:53.123Z'],
    ['2026-03-14T09:26:53-11:30', '2026-03-14T20:56:53.000Z'],
  ])('accepts %s as the observation time', (sent, kept) => {
    const read = readObservedApplications([{ ...plain, observed_at: sent }]);
    expect(read).toEqual([{ ...plain, observed_at: kept }]);
  });

  it.each([
    '1969-12-31T23:59:59.999Z',
    '9999-12-31T00:00:00Z',
    '12026-03-14T09:26:53Z',
    ' 2026-03-14T09:26:53Z',
    '2026-03-14T09:26:53Z ',
    '2026-03-14T09:26:53.Z',
    '2026-03-14T09:26:53.1234567890Z',
    '2026-03-14 09:26:53Z',
    '2026-03-14T09:26:53+1:00',
  ])('rejects %s as the observation time', (sent) => {
    const read = readObservedApplications([{ ...plain, observed_at: sent }]);
    expect(read).toMatchObject({ field: 'applications.0.observed_at' });
  });

  it('is parsed or rejected for any input, and errors never quote it', () => {
    const anything = Object.fromEntries(Object.keys(plain).map((name) => [name, fc.anything()]));
    fc.assert(
      fc.property(fc.array(fc.record(anything, { requiredKeys: [] })), (sent) => {
        const read = readObservedApplications(sent);
        if (!Array.isArray(read)) expect(read.field).toMatch(/^applications(\.\d+(\.[a-z_]+)?)?$/);
      }),
    );
  });
});
