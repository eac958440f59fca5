import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { KeyService } from '#libs/kms';
import {
  type ExecutedRead,
  insertExecutedReads,
  insertPeople,
  type StoredPlace,
} from '../../libs/requests/src/testing/executed-reads.js';

/** `people` requesters with `wrapsEach` values of 32 bytes. */
export async function insertReads(
  pool: pg.Pool,
  keys: KeyService,
  place: StoredPlace,
  people: number,
  wrapsEach: number,
): Promise<ExecutedRead[]> {
  const requesters = await insertPeople(pool, people, 'developer');
  const values = Array.from({ length: wrapsEach }, () => randomBytes(32));
  return insertExecutedReads(pool, keys, place, requesters, () => values);
}
