import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseApiConfig, parseWorkerConfig } from '#libs/config';
import { makeSecrets } from './make-secrets.js';

describe('The secrets of docker-compose.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-secrets-'));
  const made = makeSecrets(folder);
  const filesOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(folder, name)).map((file) => [`${file}_FILE`, join(folder, name, file)]),
    );
  const all = (): string[] =>
    readdirSync(folder).flatMap((name) =>
      Object.values(filesOf(name)).map((file) => readFileSync(file, 'utf8')),
    );

  it('are accepted by api and worker', () => {
    const extra = { SVC_BOOTSTRAP_ADMIN_EMAIL: 'ada@example.com' };
    expect(parseApiConfig({ ...filesOf('api'), ...extra }).warnings).toEqual([]);
    expect(parseWorkerConfig(filesOf('worker')).warnings).toEqual([]);
  });

  it('name one service role, whose password is used nowhere else', () => {
    const password = new URL(readFileSync(join(folder, 'api/DATABASE_URL'), 'utf8')).password;
    expect(password).toBe(readFileSync(join(folder, 'roles/service'), 'utf8'));
    const others = ['roles/owner', 'roles/superuser', 'people/admin'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    expect(new Set([password, ...others]).size).toBe(4);
  });

  it('are kept on the next run, and are not writable', () => {
    const before = all();
    expect(made).toBe('made');
    expect(makeSecrets(folder)).toBe('kept');
    expect(all()).toEqual(before);
    expect(statSync(join(folder, 'api/SVC_WRAP_MASTER_KEY')).mode & 0o777).toBe(0o444);
  });
});
