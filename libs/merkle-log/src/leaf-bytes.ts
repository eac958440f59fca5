import { canonicalJson, type Json } from './canonical-json.js';

/** An audit event as the log seals it. */
export interface SealedEvent {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string | null;
  readonly status: string;
  readonly metadata: Json;
  readonly correlation_id: string | null;
  /** UTC with microseconds: `2026-11-21T07:00:00.123456Z`. */
  readonly occurred_at: string;
}

/**
 * Returns the bytes that the log hashes for an event: the UTF-8 of its canonical JSON (RFC 8785), with exactly these
 * eight members (docs/adr/0008-audit-log-format.md).
 */
export function leafBytes(event: SealedEvent): Uint8Array {
  const { id, actor, action, resource, status, metadata, correlation_id, occurred_at } = event;
  const members = { id, actor, action, resource, status, metadata, correlation_id, occurred_at };
  return Buffer.from(canonicalJson(members));
}
