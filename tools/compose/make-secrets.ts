import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns 144 random bits in 24 characters that never need escaping. */
const word = (): string => randomBytes(18).toString('base64url');
const key = (): string => randomBytes(32).toString('base64');

/**
 * Generates the secrets of docker-compose.yml, once: one folder per container, which sees no other. Writable by root
 * alone, readable in any container that mounts it.
 */
export function makeSecrets(root: string): 'made' | 'kept' {
  const done = join(root, 'people', 'made');
  if (existsSync(done)) return 'kept';
  for (const [folder, files] of Object.entries(secretFiles())) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(root, folder, name), text, { mode: 0o444 });
  }
  writeFileSync(done, '');
  return 'made';
}

function secretFiles(): Record<string, Record<string, string>> {
  const [superuser, owner, service, cache, root] = [word(), word(), word(), word(), word()];
  const people = { admin: word(), developer: word(), approver: word() };
  const shared = {
    DATABASE_URL: `postgres://countersign_service:${service}@postgres:5432/countersign`,
    REDIS_URL: `redis://:${cache}@redis:6379`,
  };
  const api = {
    ...shared,
    SVC_JWT_SECRET: key(),
    SVC_WRAP_MASTER_KEY: key(),
    SVC_BOOTSTRAP_ADMIN_PASSWORD: people.admin,
  };
  return {
    postgres: { password: superuser },
    roles: { superuser, owner, service },
    migration: { DATABASE_URL: `postgres://countersign_owner:${owner}@postgres:5432/countersign` },
    redis: { 'redis.conf': `requirepass ${cache}\nsave ""\nappendonly no\n` },
    api,
    worker: { ...shared, SVC_AUDIT_SIGNING_KEY: key() },
    store: { 'root-token': root },
    people,
  };
}
