import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXIT } from '../../apps/cli/src/exit.js';
import { programOf } from '../../apps/cli/src/program.js';
import { EnvReader } from '../../apps/agent/src/config/env-reader.js';
import { readStoreSettings } from '../../apps/agent/src/config/store-settings.js';
import { AGENT_VARIABLES } from '../../apps/agent/src/config/variables.js';
import { storeAddress } from '../../apps/agent/src/drivers/store-address.js';
import { STORE_ERRORS } from '../../apps/agent/src/drivers/store-error-codes.js';
import { JOB_FAILURES } from '../../apps/agent/src/jobs/job-failure.js';
import { warnOfUnknownNames } from '../../libs/config/src/unknown-names.js';
import { VARIABLES } from '../../libs/config/src/variables.js';
import { JOB_ENDS } from '../../libs/jobs/src/domain/job-ends.js';
import { scopeFault } from '../../libs/connection-scope/src/connection-scope.js';
import { PROVIDER_TYPES, SCOPE_KEYS } from '../../libs/connection-scope/src/provider-type.js';
import { describedCommands, globalOptions } from '../cli/described-commands.js';
import { registeredMetrics } from './metric-registrations.js';
import { referencePages } from './reference-pages.js';

const ROOT = process.cwd();
let pages: Record<string, string>;
beforeAll(async () => {
  pages = await referencePages(ROOT);
});
const page = (name: string): string => readFileSync(join(ROOT, 'docs/reference', `${name}.md`), 'utf8');
/** Returns the first cells of a page's rows that are code. */
const listed = (name: string): string[] =>
  [...page(name).matchAll(/^\| `([^`]+)`/gm)].map(([, first]) => first!);

describe('the reference', () => {
  it('is up to date with the code', () => {
    for (const [file, text] of Object.entries(pages))
      expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
    expect(Object.keys(pages)).toHaveLength(6);
  });

  it('has every variable of every process, and no other', () => {
    const names = [...Object.keys(VARIABLES), ...Object.keys(AGENT_VARIABLES)];
    expect(listed('variables').sort()).toEqual(names.sort());
  });

  it.each(Object.entries(AGENT_VARIABLES))('describes %s of an agent', (_name, variable) => {
    expect(variable.meaning).toMatch(/\.$/);
    expect(variable.example).not.toBe('');
  });

  it('has every code that a failed job can have', () => {
    const codes = [STORE_ERRORS, JOB_FAILURES, JOB_ENDS].flatMap((table) => Object.entries(table));
    expect(listed('job-errors').sort()).toEqual(codes.map(([code]) => code).sort());
    for (const [, { meaning, action }] of codes)
      for (const text of [meaning, action]) expect(text).toMatch(/\.$/);
  });

  it('has every key of every scope', () => {
    const keys = PROVIDER_TYPES.flatMap((type) => Object.keys(SCOPE_KEYS[type]));
    expect(listed('scopes').sort()).toEqual(keys.sort());
  });

  it('describes every command and option of the command line, and every exit code', () => {
    const program = programOf();
    const commands = describedCommands(program);
    const paths = commands.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['login', 'request read', 'audit verify', 'exec']));
    expect(paths).not.toContain('clear-clipboard-later');
    for (const path of paths) expect(page('commands')).toContain(`\n## ${path}\n`);
    const options = [...globalOptions(program), ...commands.flatMap(({ options: own }) => own)];
    for (const { flags } of options) expect(page('commands')).toContain(`| \`${flags}\` `);
    expect([...commands, ...options].filter(({ about }) => about === '')).toEqual([]);
    for (const exit of Object.values(EXIT)) expect(listed('commands')).toContain(String(exit));
  });

  it('is linked from the pages that an operator and a developer read first', () => {
    for (const first of ['docs/operations.md', 'README.md'])
      for (const name of ['variables', 'scopes', 'job-errors', 'metrics', 'commands'])
        expect(readFileSync(first, 'utf8')).toContain(`reference/${name}.md`);
  });
});

describe('the names of an agent’s variables', () => {
  it.each(Object.keys(AGENT_VARIABLES).filter((name) => name.startsWith('SVC_')))(
    'are known to the service: %s',
    (name) => {
      expect(warnOfUnknownNames({ [name]: 'x' })).toEqual([]);
    },
  );
});

describe('the examples of scopes', () => {
  const stores = readStoreSettings(
    new EnvReader({
      SVC_KUBERNETES_URL: 'https://kubernetes.example',
      SVC_AGENT_STORE_ADDRESSES: 'https://vault.example:8200',
    }),
  );

  it.each(PROVIDER_TYPES)(
    'are accepted by the service and by an agent, with and without optional members: %s',
    (type) => {
      const keys = Object.entries(SCOPE_KEYS[type]);
      for (const given of [keys, keys.filter(([, { required }]) => required)]) {
        const scope = Object.fromEntries(given.map(([name, { example }]) => [name, example]));
        expect(
          scopeFault(type, scope, { allowInsecureStoreAddr: false, rejectSecretsInScope: true }),
        ).toBeNull();
        expect(() => storeAddress({ type, scope }, stores)).not.toThrow();
      }
    },
  );
});

describe('the search for registrations of metrics', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'metrics-'));
    for (const folder of ['apps/api', 'apps/worker', 'libs'])
      mkdirSync(join(root, folder), { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true }));
  const inSource = (text: string) => {
    writeFileSync(join(root, 'libs/one.ts'), text);
    return registeredMetrics(root).map(({ name, help, type, labels }) => [name, help, type, labels]);
  };

  it('resolves names composed of a parameter’s literals, and named lists', () => {
    const text = `const LABELS = ['a', 'b'] as const;
      const total = (done: 'made' | 'gone') => makeCounterProvider({
        name: \`rows_\${done}_total\`, help: \`Rows \${done}.\`, labelNames: LABELS });
      const SECONDS = 'x_seconds';
      makeHistogramProvider({ name: SECONDS, help: 'X.', buckets: [1, 2] });
      function read() { const help = 'Y.'; observedGauge({ name: 'y', help, labelNames: ['c'], read: async () => [] }); }
      otherProvider({ name });`;
    expect(inSource(text)).toEqual([
      ['rows_made_total', 'Rows made.', 'counter', ['a', 'b']],
      ['rows_gone_total', 'Rows gone.', 'counter', ['a', 'b']],
      ['x_seconds', 'X.', 'histogram', []],
      ['y', 'Y.', 'gauge', ['c']],
    ]);
  });

  it.each([
    ['a name that is computed', `makeCounterProvider({ name: nameOf(x), help: 'Help.' })`],
    [
      'a parameter of any text',
      `function f(what: string) { makeGaugeProvider({ name: \`x_\${what}\`, help: 'Help.' }) }`,
    ],
    ['labels that are computed', `makeCounterProvider({ name: 'x', help: 'Help.', labelNames: labelsOf() })`],
    ['no help', `makeCounterProvider({ name: 'x' })`],
    ['options that are computed', `makeCounterProvider(optionsOf('x'))`],
    [
      'a name that is registered already',
      `makeCounterProvider({ name: 'x', help: 'X.' }); makeGaugeProvider({ name: 'x', help: 'X.' });`,
    ],
  ])('throws for %s', (_case, text) => {
    expect(() => inSource(text)).toThrow('libs/one.ts');
  });
});
