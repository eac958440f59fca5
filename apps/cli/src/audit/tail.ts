import { setTimeout as sleep } from 'node:timers/promises';
import { BACKGROUND } from '../api/background.js';
import type { Cli } from '../cli.js';
import type { AuditEvent } from './check-events.js';
import type { EventQuery } from './event-filter.js';
import { eventsOf } from './events.js';

/** An event has the time at which its transaction began, and is visible when it has committed. */
const LATE_MS = 60_000;

/** Yields each event as it happens, once, oldest first. @param from start; ISO 8601 */
export async function* tail(
  { api }: Cli,
  filter: EventQuery,
  from: string,
  everyMs: number,
  end: number,
): AsyncGenerator<AuditEvent> {
  let seen = new Map<string, number>();
  for (let since = from; ;) {
    const fresh: AuditEvent[] = [];
    for await (const event of eventsOf(api, { ...filter, since }, Infinity, BACKGROUND))
      if (!seen.has(event.id)) fresh.push(event);
    for (const event of fresh.reverse()) {
      seen.set(event.id, Date.parse(event.occurred_at));
      yield event;
    }
    const newest = Math.max(Date.parse(from) + LATE_MS, ...seen.values());
    since = new Date(newest - LATE_MS).toISOString();
    seen = new Map([...seen].filter(([, at]) => at >= newest - LATE_MS));
    if (Date.now() + everyMs > end) return;
    await sleep(everyMs);
  }
}
