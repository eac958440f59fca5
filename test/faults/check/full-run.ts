import { madeIn } from '../outcome.js';
import { acknowledgedByOperation } from './acknowledged.js';
import { deliveries } from './delivered-once.js';
import type { Check, Facts, RequestRow } from './facts.js';

/** From so many injections on a run has to show everything that the load is for, each at least so often. */
const FULL_RUN = 200;
const AT_LEAST = 5;

const TYPES: readonly RequestRow['type'][] = ['read', 'patch', 'cross_team'];
const ENDS = ['executed', 'failed', 'refused', 'rejected', 'cancelled', 'expired'];

/** As many injections had an effect as were asked for. */
export const allInjected: Check = ({ wanted, outcomes }) => {
  const made = madeIn(outcomes);
  return made < wanted ? [`only ${made} of ${wanted} were made`] : [];
};

export const inTime: Check = ({ seconds, limitSeconds }) =>
  seconds > limitSeconds ? [`it took ${seconds} s, and ${limitSeconds} s are the limit`] : [];

/** The other checks hold of nothing, too: so there has to be something. A short run shows a change and a delivery. */
export const loadWasWhole: Check = (facts) => {
  const acknowledged = acknowledgedByOperation(facts.calls);
  const delivered = deliveriesByType(facts);
  if (facts.wanted < FULL_RUN) {
    const any = (counts: ReadonlyMap<string, number>): boolean =>
      [...counts.values()].some((count) => count > 0);
    return any(acknowledged) && any(delivered) ? [] : ['no change was acknowledged, or no value delivered'];
  }
  const ended = counted(
    ENDS,
    facts.tables.requests.map((request) => request.status),
  );
  return [
    ...tooFew(acknowledged, (operation) => `acknowledgements of ${operation}`),
    ...tooFew(delivered, (type) => `values delivered of a request of type ${type}`),
    ...tooFew(ended, (status) => `requests that ended as ${status}`),
  ];
};

function tooFew(counts: ReadonlyMap<string, number>, what: (name: string) => string): string[] {
  return [...counts]
    .filter(([, count]) => count < AT_LEAST)
    .map(([name, count]) => `only ${count} ${what(name)}: at least ${AT_LEAST} are needed`);
}

function deliveriesByType(facts: Facts): ReadonlyMap<string, number> {
  const types = new Map(facts.tables.requests.map((request) => [request.id, request.type]));
  const requests = new Map(facts.tables.wraps.map((wrap) => [wrap.id, wrap.request_id]));
  return counted(
    TYPES,
    deliveries(facts).map((call) => types.get(requests.get(call.about.wrap!) ?? '') ?? ''),
  );
}

function counted(names: readonly string[], found: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name) => [name, found.filter((each) => each === name).length]));
}
