import type pg from 'pg';
import type { ExecutedRead } from '../../libs/requests/src/testing/executed-reads.js';
import { RETRIEVE_WRAP } from '../../libs/requests/src/retrieve/wrap-retrieval.service.js';

/** Requests and wraps whose ids are made of a number, as pgbench's language can make them. */
const ID = (kind: number, n: string): string =>
  `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Copies a request and its first wrap for every client and turn. */
export async function insertNumberedWraps(
  pool: pg.Pool,
  like: ExecutedRead,
  clients: number,
  each: number,
): Promise<void> {
  const numbers = `(SELECT c * 1000000 + i AS n FROM generate_series(0, $2::int - 1) c, generate_series(1, $3::int) i) x`;
  await pool.query(
    `INSERT INTO access_requests SELECT r.* FROM ${numbers}, LATERAL (
        SELECT (jsonb_populate_record(o, jsonb_build_object('id', ${ID(1, 'x.n')}))).* FROM access_requests o WHERE o.id = $1) r`,
    [like.requestId, clients, each],
  );
  await pool.query(
    `INSERT INTO wraps SELECT w.* FROM ${numbers}, LATERAL (
        SELECT (jsonb_populate_record(o, jsonb_build_object('id', ${ID(2, 'x.n')}, 'request_id', ${ID(1, 'x.n')}))).*
        FROM wraps o WHERE o.id = $1) w`,
    [like.wrapIds[0], clients, each],
  );
}

/** The service's own statement with those ids, in pgbench's language. */
export function numberedTake({ requester: { userId, sessionId } }: ExecutedRead): string {
  const n = ':client_id * 1000000 + :i';
  const parameters = [
    ID(2, n),
    ID(1, n),
    `'${userId}'::uuid`,
    `'${sessionId}'::uuid`,
    '900',
    'gen_random_uuid()',
    `'user:${userId}'`,
    'gen_random_uuid()',
  ];
  const statement = RETRIEVE_WRAP.replace(
    /\$(\d)/g,
    (_, position: string) => parameters[Number(position) - 1]!,
  );
  return `${statement.replace(/\s+/g, ' ')};\n`;
}
