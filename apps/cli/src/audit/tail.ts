import { setTimeout as sleep } from 'node:timers/promises';
import type { Cli } from '../cli.js';
import type { AuditEvent } from './check-events.js';
import type { EventQuery } from './event-filter.js';
import { eventsOf } from './events.js';

/** An event is dated when its transaction began, and seen when it ended. */
const LATE_MS = 60_000;
/** Nobody is there for each call, so that none keeps the session alive. */
const BACKGROUND = { 'Countersign-Background': '1' };

/** Yields events as they happen, oldest first, each once. @param from when to begin; ISO 8601 */
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
