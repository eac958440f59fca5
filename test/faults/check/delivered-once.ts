import type { Call } from '../load/journal.js';
import { idOf, succeeded } from './events.js';
import type { Check, Facts, RequestRow, WrapRow } from './facts.js';

/** The calls that brought a value. */
export function deliveries(facts: Facts): Call[] {
  return facts.calls.filter((call) => call.value !== undefined);
}

/** No wrap's value reached anybody twice, over all journals, and no key's value did in two wraps for the same reader. */
export const nothingTwice: Check = (facts) => {
  const wraps = new Map(facts.tables.wraps.map((wrap) => [wrap.id, wrap]));
  const seen = new Map<string, Call>();
  return deliveries(facts).flatMap((call) => {
    const wrap = wraps.get(call.about.wrap!);
    const names = [`wrap ${call.about.wrap}`];
    if (wrap) names.push(`key ${wrap.key_name} of request ${wrap.request_id}, for the ${wrap.audience},`);
    const again = names.find((name) => seen.has(name));
    const before = again === undefined ? undefined : seen.get(again);
    for (const name of names) seen.set(name, call);
    return before ? [`${again} was delivered to ${before.story} and again to ${call.story}`] : [];
  });
};

/** Every wrap that was consumed has exactly one success event and no ciphertext, and every delivery consumed its wrap. */
export const deliveriesRecorded: Check = (facts) => {
  const wraps = new Map(facts.tables.wraps.map((wrap) => [wrap.id, wrap]));
  const recorded = new Map<string, number>();
  for (const event of succeeded(facts, 'wrap.retrieve'))
    recorded.set(idOf(event), (recorded.get(idOf(event)) ?? 0) + 1);
  const unknown = [...recorded.keys()].filter((id) => !wraps.has(id));
  return [
    ...[...wraps.values()].flatMap((wrap) => faultsOf(wrap, recorded.get(wrap.id) ?? 0)),
    ...unknown.map((id) => `a retrieval of wrap ${id} is recorded, and there is no such wrap`),
    ...deliveries(facts)
      .filter((call) => !wraps.get(call.about.wrap!)?.consumed)
      .map((call) => `${call.story} got wrap ${call.about.wrap}, which is not consumed`),
  ];
};

function faultsOf(wrap: WrapRow, events: number): string[] {
  const faults: string[] = [];
  if (events !== (wrap.consumed ? 1 : 0))
    faults.push(`wrap ${wrap.id} is ${wrap.consumed ? '' : 'not '}consumed and has ${events} success events`);
  if (wrap.consumed && wrap.has_ciphertext)
    faults.push(`wrap ${wrap.id} is consumed and still has its ciphertext`);
  return faults;
}

/** What was delivered is what somebody put in for that request and key, and for nobody else. */
export const valuesRight: Check = (facts) => {
  const wraps = new Map(facts.tables.wraps.map((wrap) => [wrap.id, wrap]));
  const requests = new Map(facts.tables.requests.map((request) => [request.id, request]));
  return deliveries(facts).flatMap((call) => {
    const wrap = wraps.get(call.about.wrap!);
    const request = wrap && requests.get(wrap.request_id);
    const expected = wrap && request ? expectedValue(wrap, request) : 'no wrap';
    return call.value === expected
      ? []
      : [`${call.story} got another value than that of wrap ${call.about.wrap}`];
  });
};

/** Values say where they come from: see the stories. */
function expectedValue(wrap: WrapRow, request: RequestRow): string {
  const story = request.secret_ref.split('/').slice(1).join('/');
  if (request.type === 'patch') return `patch|${story}|${wrap.key_name}`;
  if (request.type === 'read') return `read|${wrap.job_id}/${wrap.attempt}|${wrap.key_name}`;
  return `fill|${request.id}/${request.filled_by_user_id}|${wrap.key_name}`;
}
