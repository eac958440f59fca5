/** Who acted: `user:<uuid>`, `workload:<name>`, `agent:<uuid>` or `system:<task>`. */
export type Actor =
  `user:${string}` | `workload:${string}` | `agent:${string}` | `system:${string}` | 'anonymous';

/** Returns the actor of a signed-in user or workload. */
export function actorOf({
  userId,
  workload,
}: {
  readonly userId: string;
  readonly workload: string | null;
}): Actor {
  return workload === null ? `user:${userId}` : `workload:${workload}`;
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
  /** Defaults to that of the current HTTP call or task. */
  readonly correlationId?: string;
}
