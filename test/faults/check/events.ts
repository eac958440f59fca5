import type { AuditRow, Facts } from './facts.js';

/** Returns the events of an action that tell of a change. */
export function succeeded(facts: Facts, ...actions: readonly string[]): AuditRow[] {
  return facts.events.filter((event) => event.status === 'success' && actions.includes(event.action));
}

/** Returns the id in the resource of an event. */
export function idOf(event: AuditRow): string {
  return event.resource?.split(':')[1] ?? '';
}

/** Returns the events of each thing, in their order. @param idsOf the things that an event is about */
export function eventsBy(
  events: readonly AuditRow[],
  idsOf: (event: AuditRow) => readonly string[],
): ReadonlyMap<string, readonly AuditRow[]> {
  const found = new Map<string, AuditRow[]>();
  for (const event of events)
    for (const id of idsOf(event)) {
      const list = found.get(id) ?? [];
      list.push(event);
      found.set(id, list);
    }
  return found;
}

/** Returns what stands in one list more often than in the other. */
export function differences(
  left: readonly string[],
  right: readonly string[],
): { readonly onlyLeft: string[]; readonly onlyRight: string[] } {
  const counts = new Map<string, number>();
  for (const each of left) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of right) counts.set(each, (counts.get(each) ?? 0) - 1);
  const having = (test: (count: number) => boolean): string[] =>
    [...counts].filter(([, count]) => test(count)).map(([each]) => each);
  return { onlyLeft: having((count) => count > 0), onlyRight: having((count) => count < 0) };
}
