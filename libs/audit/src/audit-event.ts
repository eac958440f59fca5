/** Who did it: `user:<uuid>`, `agent:<uuid>` or `system:<task>`. */
export type Actor = `user:${string}` | `agent:${string}` | `system:${string}` | 'anonymous';

/** Returns the name of a signed-in user in the audit log. */
export function actorOf(caller: { readonly userId: string }): Actor {
  return `user:${caller.userId}`;
}

/**
 * One thing that happened. `metadata` holds names and identifiers, never values and nothing that a
 * value could be derived from.
 */
export interface AuditEvent {
  readonly actor: Actor;
  /** A name of the specification's table or of D82. */
  readonly action: string;
  /** `<kind>:<uuid>` of the row it happened to. */
  readonly resource: string | null;
  readonly status: 'success' | 'denied' | 'failure';
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Absent: that of the HTTP call or sweep being served. */
  readonly correlationId?: string;
}
