interface EventSql {
  readonly action: string;
  readonly actor: string;
  readonly status: string;
  /** What metadata holds beside kind and request. */
  readonly metadata: string;
}

const AGENT = `'agent:' || "agentId"`;
const SUCCEEDED = `CASE status WHEN 'succeeded' THEN 'success' ELSE 'failure' END`;

/** The events of `jobEvents` that statements write themselves, in the same words. */
const EVENTS = {
  claimed: { action: 'job.claim', actor: AGENT, status: `'success'`, metadata: `'attempt', attempt` },
  leaseExpired: {
    action: 'job.lease_expired',
    actor: `'system:job_queue'`,
    status: `'failure'`,
    metadata: `'attempt', "attemptBefore", 'agent_id', "agentBefore"`,
  },
  completed: { action: 'job.complete', actor: AGENT, status: SUCCEEDED, metadata: `'attempt', attempt` },
} as const satisfies Readonly<Record<string, EventSql>>;

/**
 * The query of an event for INSERT_AUDIT_EVENT.
 *
 * @param id the parameter that holds the event's id
 * @param jobs a CTE of jobs, named as the members of Job
 */
export function jobEventSql(event: keyof typeof EVENTS, id: string, jobs: string): string {
  const { action, actor, status, metadata } = EVENTS[event];
  return `SELECT ${id}::uuid, ${actor}, '${action}', 'job:' || id, ${status},
      jsonb_build_object('kind', kind, 'request_id', "requestId", ${metadata}), "correlationId"
    FROM ${jobs}`;
}
