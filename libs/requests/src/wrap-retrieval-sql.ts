import { INSERT_AUDIT_EVENT } from '#libs/audit';
import { freshSessionSql } from '#libs/auth';
import { CONSUME_WRAP, liveWrap, STORED_WRAP, wrapStatus } from '#libs/wraps';

/** $1 request, $2 wrap: the request with its wrap for the requester, whose members are null when there is none. */
export const LOAD_WRAP = `SELECT ${STORED_WRAP}, ${wrapStatus('w')} AS status,
    r.requester_id, r.type AS request_type, r.status AS request_status, r.correlation_id
  FROM access_requests r
    LEFT JOIN wraps w ON w.request_id = r.id AND w.id = $2 AND w.audience = 'requester'
  WHERE r.id = $1`;

/**
 * Consumes a wrap and records it, or does neither. Every condition is looked at again here, by the database's
 * clock: of any number of statements at once, one finds the wrap live, and the session must still be active
 * and fresh (D62).
 * $1 wrap, $2 request, $3 requester, $4 session, $5 freshness in seconds, $6 event, $7 actor, $8 correlation
 */
export const TAKE_WRAP = `WITH taken AS (
    UPDATE wraps w SET ${CONSUME_WRAP}
    FROM access_requests r
    WHERE w.id = $1 AND w.request_id = $2 AND w.audience = 'requester' AND ${liveWrap('w')}
      AND r.id = w.request_id AND r.requester_id = $3
      AND (r.status = 'executed' OR (r.type = 'cross_team' AND r.status = 'approved'))
      AND ${freshSessionSql('$4', '$5')}
    RETURNING w.id, w.request_id, w.key_name, w.audience)
  ${INSERT_AUDIT_EVENT}
  SELECT $6::uuid, $7, 'wrap.retrieve', 'wrap:' || taken.id, 'success',
    jsonb_build_object('request_id', taken.request_id, 'key_name', taken.key_name, 'audience', taken.audience), $8::uuid
  FROM taken RETURNING id`;
