import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { AgentVariable } from './agent-variable.js';
import { AgentConfigError } from './env-reader.js';
import { parseSettings } from './parse-settings.js';
import { AGENT_VARIABLES } from './variables.js';

const ROWS = Object.entries<AgentVariable>(AGENT_VARIABLES);
const NAMES = ROWS.map(([name]) => name);
const OWN = ROWS.filter(([, { readBy }]) => readBy === 'agent').map(([name]) => name);
const FILE = join(mkdtempSync(join(tmpdir(), 'agent-variables-')), 'file');
writeFileSync(FILE, 'text');
/** The example of each variable; every file that one names is there. A file of several agents has a spec of its own. */
const EXAMPLES = {
  ...Object.fromEntries(ROWS.map(([name, { example }]) => [name, example.startsWith('/') ? FILE : example])),
  SVC_AGENT_CONFIG_FILE: '',
};

/** Returns what was read of an environment with these values, and what was wrong with it. */
function parse(environment: NodeJS.ProcessEnv): { read: Set<string>; faults: string[] } {
  const read = new Set<string>();
  const watched = new Proxy(environment, {
    get: (env, name: string) => {
      read.add(name);
      return env[name];
    },
  });
  try {
    parseSettings(watched);
    return { read, faults: [] };
  } catch (error) {
    if (!(error instanceof AgentConfigError)) throw error;
    return { read, faults: error.faults };
  }
}

/** Environments in which together every variable counts: some stand in for each other. */
const ENVIRONMENTS: NodeJS.ProcessEnv[] = [
  { ...EXAMPLES, SVC_AGENT_STATE_SECRET: '', VAULT_AUTH_METHOD: 'approle' },
  { ...EXAMPLES, SVC_AGENT_STATE_FILE: '', VAULT_AUTH_METHOD: 'kubernetes' },
  {
    ...EXAMPLES,
    ...{ SVC_AGENT_STATE_FILE: '', VAULT_AUTH_METHOD: 'approle' },
    ...{ SVC_AGENT_SECRET: '', VAULT_TOKEN: '', VAULT_ROLE_ID: '' },
  },
];

describe('the table of variables', () => {
  it('has every variable that the agent reads, and none that it does not read', () => {
    const read = new Set(ENVIRONMENTS.flatMap((environment) => [...parse(environment).read]));
    expect([...read].sort()).toEqual([...OWN].sort());
  });

  it('is the only access to the environment', () => {
    const sources = readdirSync('apps/agent', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|testing\//.test(file))
      .map((file) => [file, readFileSync(join('apps/agent', file), 'utf8')] as const);
    const direct = /process\.env|\benv(?:ironment)?(?:\??\.|\[')[A-Z]/;
    const readers = sources.filter(([, text]) => direct.test(text)).map(([file]) => file);
    expect(readers).toEqual(['src/main.ts']);
  });

  it('has examples that are accepted', () => {
    for (const environment of ENVIRONMENTS) expect(parse(environment).faults).toEqual([]);
  });

  it('has defaults that are accepted', () => {
    const defaults = Object.fromEntries(ROWS.map(([name, row]) => [name, row.default ?? undefined]));
    const required = ROWS.filter(([, row]) => row.required === true).map(([name]) => [
      name,
      EXAMPLES[name as keyof typeof EXAMPLES],
    ]);
    expect(parse({ ...defaults, ...Object.fromEntries(required) }).faults).toEqual([]);
  });

  it('says which variables are required', () => {
    const always = ROWS.filter(([, { required }]) => required === true).map(([name]) => name);
    expect(parse({}).faults.map((fault) => fault.split(' ')[0])).toEqual(always);
  });

  it.each(ROWS)('says what %s is for', (name, row) => {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/);
    expect(row.group).not.toBe('');
    expect(row.example).not.toBe('');
    expect(row.meaning).toMatch(/^[A-Z].{10,}\.$/);
    expect(row.required).not.toBe('');
  });

  it.each(ROWS.filter(([, { readBy }]) => !['agent', 'node'].includes(readBy)))(
    'names the package that reads %s',
    (name, { readBy }) => {
      const folder = join('node_modules', readBy);
      const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.c?js$/.test(file) && !file.includes('node_modules'))
        .map((file) => readFileSync(join(folder, file), 'utf8'));
      expect(sources.some((text) => text.includes(name))).toBe(true);
    },
  );

  it('calls the credentials secret, and lets each be given in a file', () => {
    const secret = ROWS.filter(([, row]) => row.secret && row.readBy === 'agent').map(([name]) => name);
    expect(secret).toEqual(['SVC_AGENT_SECRET', 'VAULT_TOKEN']);
    for (const name of secret) expect(NAMES).toContain(`${name}_FILE`);
    const unlike = ROWS.filter(([name, row]) => !row.secret && /(_SECRET|_TOKEN|_PASSWORD|_KEY)$/.test(name));
    expect(unlike.map(([name]) => name)).toEqual(['SVC_AGENT_STATE_SECRET']);
  });
});
