import { compile, decide, type PolicyScope } from '#libs/policy-engine';
import { median, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { askCasbin, askCedar, casbinWith, loadCedar } from './peers.js';
import { ruleWorld, scopeWorld } from './rule-world.js';
import { measureStoredChanges } from './stored-change.js';

const ROUNDS = 7;
const CAP = 9000;
const SCOPES = scopeWorld(1000);

interface Figure {
  readonly name: string;
  readonly nanoseconds: readonly number[];
}

/** Measures one way to decide: nanoseconds a decision, one number a round, after a warm-up round. */
function measure(name: string, ask: (scope: PolicyScope) => unknown, decisions: number): Figure {
  const round = (): number => {
    const started = process.hrtime.bigint();
    for (let n = 0; n < decisions; n += 1) ask(SCOPES[n % SCOPES.length]!);
    return Number(process.hrtime.bigint() - started) / decisions;
  };
  round();
  return { name, nanoseconds: Array.from({ length: ROUNDS }, round) };
}

function rowOf({ name, nanoseconds }: Figure): Row {
  const mid = median(nanoseconds);
  return { name, median_ns: mid.toFixed(0), decisions_per_second: Math.round(1e9 / mid) };
}

const [small, thousand, large] = [100, 1000, 100_000].map((count) => compile(ruleWorld(count), CAP));
const enforcer = await casbinWith(ruleWorld(1000));
loadCedar('rules', ruleWorld(1000));

const figures = {
  small: measure('countersign, 100 rules', (scope) => decide(scope, small!), 200_000),
  thousand: measure('countersign, 1,000 rules', (scope) => decide(scope, thousand!), 200_000),
  large: measure('countersign, 100,000 rules', (scope) => decide(scope, large!), 200_000),
  casbin: measure('casbin, 1,000 rules', (scope) => askCasbin(enforcer, scope), 200),
  cedar: measure('cedar-wasm, 1,000 rules', (scope) => askCedar('rules', scope), 500),
};
const changes = await measureStoredChanges(ruleWorld(100_000), ROUNDS);
const ofChange = (name: string, milliseconds: readonly number[]): Row => ({
  name: `100,000 stored rules: ${name}`,
  median_ms: median(milliseconds).toFixed(2),
});
const { small: few, thousand: some, large: many, casbin, cedar } = figures;
await report(
  'policy-engine',
  [
    ...Object.values(figures).map(rowOf),
    ofChange('all loaded and compiled', changes.wholeMs),
    ...Object.entries(changes.changedMs).map(([name, times]) => ofChange(`${name} changed`, times)),
  ],
  [
    `${ROUNDS} rounds after a warm-up; one process, one thread.`,
    'A change: from the next use of the rules to the answer, statements included, in a process that has the others compiled.',
  ],
  [
    ratioOf('time of a decision, 100,000 rules over 100', { atMost: 3 }, many.nanoseconds, few.nanoseconds),
    ratioOf(
      'decisions per second over casbin, 1,000 rules',
      { atLeast: 10 },
      casbin.nanoseconds,
      some.nanoseconds,
    ),
    ...Object.entries(changes.changedMs).map(([name, times]) =>
      ratioOf(
        `milliseconds of a change, 100,000 rules, ${name}`,
        { atMost: 50 },
        times,
        times.map(() => 1),
      ),
    ),
    ratioOf('decisions per second over cedar-wasm, 1,000 rules', null, cedar.nanoseconds, some.nanoseconds),
  ],
);
