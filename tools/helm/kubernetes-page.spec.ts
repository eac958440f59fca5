import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Helm } from './helm.js';
import { loadHelm } from './load-helm.js';
import { ChartUnderTest } from './testing/rendered-chart.js';

const DOWNLOAD_MS = 120_000;
const PAGE = readFileSync('docs/kubernetes.md', 'utf8');
const blocksOf = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);
/** Continuation lines are joined. */
const COMMANDS = blocksOf('sh').flatMap((block) => block.replace(/\\\n\s*/g, '').split('\n'));
const VALUES = blocksOf('yaml').map((text) => {
  const [, file, variant] = /^# ([a-z-]+)\.yaml(?:, (.+))?$/m.exec(text)!;
  return {
    title: `${file} ${variant ?? ''}`,
    chart: file === 'agent' ? 'countersign-agent' : 'countersign',
    variant,
    text,
  };
});

let helm: Helm;
beforeAll(async () => {
  helm = await loadHelm();
}, DOWNLOAD_MS);
const charts = new Map(
  ['countersign', 'countersign-agent'].map((name) => [name, new ChartUnderTest(name, () => helm)]),
);
/** The complete values that a variant is merged into. */
const whole = (chart: string): object =>
  parse(VALUES.find((each) => each.chart === chart && each.variant === undefined)!.text) as object;

describe('docs/kubernetes.md', () => {
  it.each(VALUES)('shows values that the chart accepts: $title', ({ chart, variant, text }) => {
    const given = parse(text) as object;
    const values = variant === undefined ? given : { ...whole(chart), ...given };
    expect(charts.get(chart)!.refusal(values)).toBe('taken');
  });

  it('has commands that a shell can parse', () => {
    expect(blocksOf('sh').length).toBeGreaterThan(8);
    for (const block of blocksOf('sh')) execFileSync('bash', ['-n'], { input: block });
  });

  it('names the resources that the charts create', () => {
    const made = new Set(
      [...charts.values()].flatMap((chart) => {
        const release = chart.name;
        return chart
          .render(whole(chart.name), release)
          .map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
      }),
    );
    const named = [...PAGE.matchAll(/\b(?:deployment|service)\/[a-z0-9-]+/g)].map(([each]) => each);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((each) => !made.has(each))).toEqual([]);
  });

  it('installs existing charts, under the names that it uses', () => {
    const lines = COMMANDS.filter((line) => /^helm (install|upgrade) /.test(line));
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) {
      const [, release, chart] = /^helm \w+ (\S+) deploy\/helm\/(\S+) -n /.exec(line)!;
      expect([line, release]).toEqual([line, chart]);
      expect(charts.has(chart!)).toBe(true);
    }
  });

  it('calls only existing routes', () => {
    const { paths } = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as {
      paths: Record<string, object>;
    };
    const called = COMMANDS.flatMap((line) => [...line.matchAll(/\bapi (POST) "?(\/[^\s"]+)/g)]);
    expect(called.length).toBeGreaterThan(5);
    for (const [, method, path] of called)
      expect(Object.keys(paths[`/api/v1${path!.replace('$1', '{id}')}`] ?? {})).toContain(
        method!.toLowerCase(),
      );
  });

  it('links only to existing pages and headings', () => {
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    for (const [, file, part] of PAGE.matchAll(/\]\(([\w/-]+\.md)(?:#([\w-]+))?\)/g)) {
      // Generated, and checked by another test.
      if (file!.startsWith('reference/')) continue;
      const headings = [...readFileSync(`docs/${file}`, 'utf8').matchAll(/^#+ (.+)$/gm)];
      if (part !== undefined) expect(headings.map(([, text]) => slug(text!))).toContain(part);
    }
  });
});
