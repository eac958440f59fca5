import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#libs/core';
import type { KeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { type SealedWrap, sealWraps } from '#libs/wraps';
import { handedOut } from '../../../../test/support/canary.js';

/** A connection or pool of `pg`. */
export interface Sql {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** A user with an active session and a fresh step-up. `cookie` is the value of svc_session. */
export interface StoredPerson {
  readonly userId: string;
  readonly sessionId: string;
  readonly cookie: string;
}

export interface StoredPlace {
  readonly projectId: string;
  readonly environmentId: string;
  readonly connectionId: string;
}

export interface ExecutedRead {
  readonly requester: StoredPerson;
  readonly requestId: string;
  /** One for each value, in the same order. */
  readonly wrapIds: readonly string[];
}

/** Inserts users directly into the database: hundreds, without passwords and second factors. */
export async function insertPeople(db: Sql, count: number, role?: string): Promise<StoredPerson[]> {
  const people = Array.from({ length: count }, () => ({
    userId: newId(),
    sessionId: newId(),
    cookie: randomBytes(32).toString('base64url'),
  }));
  for (const { cookie } of people) handedOut('session cookie', cookie);
  const userIds = people.map((person) => person.userId);
  await db.query(
    `INSERT INTO users (id, email, email_key, kind)
      SELECT id, id || '@example.test', id || '@example.test', 'oidc' FROM unnest($1::uuid[]) id`,
    [userIds],
  );
  await db.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at, idle_expires_at, last_mfa_at)
      SELECT s.id, s.user_id, s.hash, t.at + interval '1 h', t.at + interval '1 h', t.at
      FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) s (id, user_id, hash), (SELECT clock_timestamp() AS at) t`,
    [people.map((person) => person.sessionId), userIds, people.map((person) => hashOf(person.cookie))],
  );
  await db.query(
    `INSERT INTO user_roles (id, user_id, role_id, granted_by)
      SELECT gen_random_uuid(), u.id, r.id, 'system:test' FROM unnest($1::uuid[]) u (id), roles r WHERE r.name = $2`,
    [userIds, role ?? ''],
  );
  return people;
}

/**
 * Inserts one executed read for each requester, with a wrap for each of its values.
 *
 * @param valuesOf the values of the n-th requester's request
 */
export async function insertExecutedReads(
  db: Sql,
  keys: KeyService,
  place: StoredPlace,
  requesters: readonly StoredPerson[],
  valuesOf: (index: number) => readonly Uint8Array[],
): Promise<ExecutedRead[]> {
  const reads: ExecutedRead[] = [];
  for (const [index, requester] of requesters.entries()) {
    const requestId = newId();
    const values = valuesOf(index).map((bytes, n) => [`k${n}`, SecretBytes.from(bytes)] as const);
    const wraps = await sealWraps(keys, requestId, 'requester', new Map(values));
    await insertRequest(db, place, requester, requestId, wraps);
    await insertWraps(db, wraps);
    reads.push({ requester, requestId, wrapIds: wraps.map((wrap) => wrap.id) });
  }
  return reads;
}

function hashOf(cookie: string): Buffer {
  return createHash('sha256').update(cookie, 'ascii').digest();
}

async function insertRequest(
  db: Sql,
  place: StoredPlace,
  requester: StoredPerson,
  requestId: string,
  wraps: readonly SealedWrap[],
): Promise<void> {
  await db.query(
    `INSERT INTO access_requests (id, type, operation, status_before, status, requester_id, project_id, environment_id,
        provider_connection_id, secret_ref, keys, workflow_id, policy_rule_id, requires_mfa, min_approvers,
        allow_self_approval, wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds,
        correlation_id, expires_at, executed_at, ended_at)
      SELECT $1, 'read', 'read', 'approved', 'executed', $2, $3, $4, $5, 'apps/web', $6, w.id, p.id, false, 1,
        false, 3600, 3600, 3600, $1, clock_timestamp() + interval '1 h', clock_timestamp(), clock_timestamp()
      FROM workflows w, policy_rules p LIMIT 1`,
    [
      ...[requestId, requester.userId, place.projectId, place.environmentId, place.connectionId],
      wraps.map((wrap) => wrap.keyName),
    ],
  );
}

async function insertWraps(db: Sql, wraps: readonly SealedWrap[]): Promise<void> {
  await db.query(
    `INSERT INTO wraps (id, request_id, key_name, audience, ciphertext, nonce, wrapped_key, expires_at)
      SELECT w.*, clock_timestamp() + interval '1 h'
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::text[]) w`,
    [
      wraps.map((wrap) => wrap.id),
      wraps.map((wrap) => wrap.requestId),
      wraps.map((wrap) => wrap.keyName),
      wraps.map((wrap) => wrap.audience),
      wraps.map((wrap) => wrap.sealed.ciphertext),
      wraps.map((wrap) => wrap.sealed.nonce),
      wraps.map((wrap) => wrap.sealed.wrappedKey),
    ],
  );
}
