/**
 * The head of a statement that writes one audit event from a SELECT: id, actor, action, resource, status,
 * metadata, correlation id. For hot statements that change a row and record it in one round trip.
 */
export const INSERT_AUDIT_EVENT =
  'INSERT INTO audit_events (id, actor, action, resource, status, metadata, correlation_id)';
