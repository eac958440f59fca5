/** Who acted: `user:<uuid>`, `agent:<uuid>` or `system:<task>`. */
export type Actor = `user:${string}` | `agent:${string}` | `system:${string}` | 'anonymous';

/** Returns the actor of a signed-in user. */
export function actorOf(caller: { readonly userId: string }): Actor {
  return `user:${caller.userId}`;
}

/** An audit event. `metadata` holds names and identifiers, never values or anything derived from them. */
export interface AuditEvent {
  readonly actor: Actor;
  /** An action of the specification's table or of D82. */
  readonly action: string;
  /** `<kind>:<uuid>` of the affected row. */
  readonly resource: string | null;
  readonly status: 'success' | 'denied' | 'failure';
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Defaults to that of the current HTTP call or sweep. */
  readonly correlationId?: string;
}
