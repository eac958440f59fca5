import { dataOf } from '../../packages/client/src/index.js';
import { WHOLE_LIST } from './ensure.js';
import type { World } from './world.js';

/** One line of a request's history. */
export interface TrailLine {
  readonly time: string;
  /** An e-mail address, an agent's name, or `system:<task>`. */
  readonly actor: string;
  readonly action: string;
  readonly status: string;
}

/** Returns every audit event with that correlation id, oldest first, its actor by name. */
export async function readTrail({ admin }: World, correlationId: string): Promise<TrailLine[]> {
  const query = { correlation_id: correlationId, limit: 1000 };
  const [events, users, agents] = await Promise.all([
    dataOf(admin.api.GET('/api/v1/audit-events', { params: { query } })),
    dataOf(admin.api.GET('/api/v1/users', WHOLE_LIST)),
    dataOf(admin.api.GET('/api/v1/agents', WHOLE_LIST)),
  ]);
  const names = new Map([
    ...users.map(({ id, email }): [string, string] => [`user:${id}`, email]),
    ...agents.map(({ id, name }): [string, string] => [`agent:${id}`, name]),
  ]);
  return events.reverse().map((event) => ({
    time: event.occurred_at.slice(11, 23),
    actor: names.get(event.actor) ?? event.actor,
    action: event.action,
    status: event.status,
  }));
}
