import { compile, decide, type PolicyScope } from '#libs/policy-engine';
import { median } from '../support/ratio.js';
import { askCasbin, askCedar, casbinWith, loadCedar } from './peers.js';
import { ruleWorld, scopeWorld } from './rule-world.js';

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

function line({ name, nanoseconds }: Figure): string {
  const [low, mid, high] = [Math.min(...nanoseconds), median(nanoseconds), Math.max(...nanoseconds)];
  const perSecond = Math.round(1e9 / mid).toLocaleString('en');
  return `${name.padEnd(34)} ${low.toFixed(0).padStart(9)} ${mid.toFixed(0).padStart(9)} ${high.toFixed(0).padStart(9)} ns ${perSecond.padStart(12)}/s`;
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
console.log(`${'a decision'.padEnd(34)} ${'min'.padStart(9)} ${'median'.padStart(9)} ${'max'.padStart(9)}`);
for (const figure of Object.values(figures)) console.log(line(figure));

const growth = median(figures.large.nanoseconds) / median(figures.small.nanoseconds);
const overCasbin = median(figures.casbin.nanoseconds) / median(figures.thousand.nanoseconds);
const overCedar = median(figures.cedar.nanoseconds) / median(figures.thousand.nanoseconds);
console.log(`\n100,000 rules over 100 rules: ${growth.toFixed(2)} x the time (goal: at most 3)`);
console.log(`decisions per second over casbin: ${overCasbin.toFixed(0)} x (goal: at least 10)`);
console.log(`decisions per second over cedar-wasm: ${overCedar.toFixed(0)} x`);
