import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findOrInstallProgram } from '../../tools/debian-program.js';
import { metricsOf } from '../support/figure-of.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { metricsIn } from './promql.js';

const RULES = 'deploy/prometheus/countersign.rules.yaml';
const RULES_TEST = 'deploy/prometheus/countersign.rules.test.yaml';
const DASHBOARD = 'deploy/grafana/countersign.dashboard.json';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const groups = (parse(readFileSync(RULES, 'utf8')) as { groups: { name: string; rules: Rule[] }[] }).groups;
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
  templating: { list: { name: string; query: string | { query: string } }[] };
  panels: Panel[];
};
const expressions: readonly (readonly [place: string, expression: string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];
/** Undefined, and its test skipped, where it can't be installed. */
const promtool = await findOrInstallProgram('prometheus', ['promtool']);
/** Labels that Prometheus adds to every series it scrapes. */
const SCRAPED = ['job', 'instance'];

describe('the metrics of an expression', () => {
  it('are found among functions, groupings, ranges, matchers and words', () => {
    const expression = `histogram_quantile(0.9, sum by (le, a) (rate(x_bucket{b=~"c{1,2}|y_total",d!="e"}[5m])))
      / on(instance) group_left max(y_total) > 1.5 and absent(z)`;
    expect(metricsIn(expression)).toEqual([
      { name: 'x_bucket', labels: ['b', 'd'] },
      { name: 'y_total', labels: [] },
      { name: 'z', labels: [] },
    ]);
  });
});

describe('the files for Prometheus and Grafana', () => {
  let stack: TestStack;
  let declared: Map<string, string>;
  let text: string;
  beforeAll(async () => {
    stack = await startStack({ worker: true });
    const processes = [stack.apis[0]!, stack.worker!];
    // Once more after the first answer: by then every process has observed a call of its own.
    for (let n = 0; n < 2; n += 1) text = (await Promise.all(processes.map(metricsOf))).join('\n');
    declared = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  }, 60_000);
  afterAll(() => stack?.stop());

  /** Returns the declared metric that a series belongs to. */
  function metricOf(series: string): string | undefined {
    if (declared.has(series)) return declared.get(series) === 'histogram' ? undefined : series;
    const base = series.replace(/_(bucket|count|sum)$/, '');
    return declared.get(base) === 'histogram' ? base : undefined;
  }

  it.each(expressions)('names only metrics that the processes show (%s: %s)', (_place, expression) => {
    const named = metricsIn(expression);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ name }) => metricOf(name) === undefined)).toEqual([]);
  });

  it.each(expressions)('matches only labels that the metric has (%s: %s)', (_place, expression) => {
    for (const { name, labels } of metricsIn(expression)) {
      const series = new RegExp(`^${metricOf(name)}(?:_bucket)?\\{([^}]*)\\}`, 'm').exec(text);
      if (!series) continue; // Nothing counted yet: promtool's tests and test/e2e/metrics.spec.ts hold these.
      const has = [...series[1]!.matchAll(/(\w+)="/g)].map(([, label]) => label!);
      expect(labels.filter((label) => ![...has, ...SCRAPED].includes(label))).toEqual([]);
    }
  });

  it.each(['api', 'worker'] as const)(
    'has every metric of the %s in the reference, with type and labels',
    async (process) => {
      const shown = await metricsOf(process === 'api' ? stack.apis[0]! : stack.worker!);
      const ours = [...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
        .map(([, name, type]) => [name!, type!] as const)
        .filter(([name]) => !/^(process|nodejs)_/.test(name));
      const page = readFileSync('docs/reference/metrics.md', 'utf8').split(/^## /m);
      const section = page.find((part) => part.startsWith(`${process}\n`))!;
      const rows = [...section.matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]*)\|/gm)].map(
        ([, name, type, labels]) => ({ name: name!, type: type!, labels: labels!.match(/\w+/g) ?? [] }),
      );
      expect(rows.map(({ name, type }) => [name, type])).toEqual(
        [...ours].sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      for (const { name, labels } of rows) {
        const series = [...shown.matchAll(new RegExp(`^${name}(?:_bucket)?\\{([^}]*)\\}`, 'gm'))];
        for (const [, pairs] of series)
          for (const [, label] of pairs!.matchAll(/(\w+)="/g)) expect([...labels, 'le']).toContain(label);
      }
    },
  );

  it('queries all of our metrics', () => {
    const ours = [...declared.keys()].filter((name) => !/^(process|nodejs)_/.test(name));
    const shown = new Set(
      expressions.flatMap(([, expr]) => metricsIn(expr).map(({ name }) => metricOf(name))),
    );
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the alert rules', () => {
  it('each have a severity, a summary and a description', () => {
    for (const rule of rules) {
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^Countersign[A-Z]\w+$/),
        expr: expect.any(String),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.stringMatching(/\.$/), description: expect.stringMatching(/\.$/) },
      });
      expect(rule.for ?? '5m').toMatch(/^\d+m$/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('are each described in docs/operations.md', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`\`${alert}\``))).toEqual([]);
  });

  (promtool ? it : it.skip)('fire when they should and only then, by promtool', async () => {
    const run = promisify(execFile);
    await expect(run(promtool!, ['check', 'rules', RULES])).resolves.toMatchObject({
      stdout: expect.stringContaining(`${rules.length} rules found`),
    });
    await expect(run(promtool!, ['test', 'rules', RULES_TEST])).resolves.toBeDefined();
  });
});

describe('the dashboard', () => {
  it('has panels that do not overlap and ids of their own', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  it('uses the data source that its reader chooses', () => {
    const variables = dashboard.templating.list.map(({ name }) => name);
    expect(variables).toEqual(['datasource', 'job']);
    const shown = dashboard.panels.filter(({ type }) => type !== 'row');
    for (const panel of shown) expect(panel).toMatchObject({ datasource: { uid: '${datasource}' } });
  });
});
