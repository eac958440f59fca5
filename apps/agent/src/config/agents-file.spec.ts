import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AgentConfigError } from './env-reader.js';
import { parseSettings, type Settings } from './parse-settings.js';
import { AGENT_VARIABLES } from './variables.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'agents-file-'));
const NEEDED = {
  SVC_API_URL: 'https://control.example',
  SVC_CLUSTER_NAME: 'east',
  SVC_AGENT_STATE_FILE: '/var/lib/agent/state.json',
};
const CANARY = 'CANARY-value';

function write(name: string, text: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}

function parse(yaml: string, env: NodeJS.ProcessEnv = {}): Settings {
  return parseSettings({ ...NEEDED, SVC_AGENT_CONFIG_FILE: write('agents.yaml', yaml), ...env });
}

function faultsOf(yaml: string, env: NodeJS.ProcessEnv = {}): string[] {
  try {
    parse(yaml, env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(AgentConfigError);
    expect((error as Error).message).not.toContain(CANARY);
    return (error as AgentConfigError).faults;
  }
}

/** Nine aliases in each of so many lists: few bytes, and no end of members. */
function aliases(levels: number): string {
  const lists = Array.from({ length: levels }, (_, level) =>
    Array.from({ length: 9 }, () => (level === 0 ? CANARY : `*a${level - 1}`)).join(', '),
  );
  return `${lists.map((list, level) => `a${level}: &a${level} [${list}]`).join('\n')}\nagents: []`;
}

function tokenOf({ agents }: Settings, index: number): string | null {
  const token = agents[index]!.stores.vault.readToken();
  return token && Buffer.from(token.reveal()).toString('utf8');
}

describe('several agents of one process', () => {
  it('share the environment’s settings, and each may override them', () => {
    const { agents } = parse(
      `agents:
        - name: team-a
          enrollmentTokenFile: /run/enrollment/team-a
          settings:
            VAULT_ADDR: https://a.example
            SVC_AGENT_CONCURRENCY: 2
        - name: team-b
          settings: { SVC_CLUSTER_NAME: west, SVC_ALLOW_INSECURE_STORE_ADDR: true }
      `,
      { VAULT_ADDR: 'https://shared.example', SVC_AGENT_CONCURRENCY: '8' },
    );
    expect(agents).toMatchObject([
      { name: 'team-a', clusterName: 'east', concurrency: 2, enrollmentTokenFile: '/run/enrollment/team-a' },
      { name: 'team-b', clusterName: 'west', concurrency: 8, enrollmentTokenFile: null },
    ]);
    expect(agents.map(({ stores }) => [stores.vault.address, stores.allowInsecure])).toEqual([
      ['https://a.example/', false],
      ['https://shared.example/', true],
    ]);
  });

  it('store their states separately: beside the shared file, in one Secret, or in their own locations', () => {
    const three = `agents:
      - name: a
      - { name: b, stateFile: /elsewhere/b.json }
      - { name: c, stateSecret: own/secret }
    `;
    const cluster = { SVC_KUBERNETES_URL: 'https://kubernetes.example' };
    const places = (env: NodeJS.ProcessEnv) =>
      parse(three, { ...cluster, ...env }).agents.map(({ state }) => state);
    const own = [
      { file: '/elsewhere/b.json' },
      { secret: { namespace: 'own', name: 'secret', entry: 'c' }, kubernetes: expect.anything() },
    ];
    expect(places({})).toEqual([{ file: '/var/lib/agent/a.json' }, ...own]);
    expect(places({ SVC_AGENT_STATE_FILE: '' })[0]).toEqual({ file: 'a.json' });
    const shared = { SVC_AGENT_STATE_FILE: '', SVC_AGENT_STATE_SECRET: 'agents/state' };
    expect(places(shared)).toMatchObject([
      { secret: { namespace: 'agents', name: 'state', entry: 'a' } },
      ...own,
    ]);
    // None of them may open what any of them is.
    for (const { stores } of parse(three, { ...cluster, ...shared }).agents) {
      expect(stores.orchestrator.identities).toMatchObject([
        { namespace: 'agents', name: 'state' },
        { namespace: 'own', name: 'secret' },
      ]);
    }
  });

  it('reject the name of the Secret’s entry for an agent without a name', () => {
    const inSecret = {
      SVC_KUBERNETES_URL: 'https://kubernetes.example',
      SVC_AGENT_STATE_FILE: '',
      SVC_AGENT_STATE_SECRET: 'agents/state',
    };
    expect(faultsOf('agents: [{ name: state }]', inSecret)).toEqual([
      expect.stringMatching(/^agent state: SVC_AGENT_STATE_SECRET keeps its entry state for/),
    ]);
    expect(parse('agents: [{ name: state }]').agents).toHaveLength(1);
  });

  it('read scalars as they are written', () => {
    const { agents } = parse(
      'agents: [{ name: a, settings: { VAULT_NAMESPACE: 0600, VAULT_AUTH_METHOD: approle, VAULT_ROLE_ID: 1e3, VAULT_SECRET_ID_FILE: /x, VAULT_ADDR: "https://a.example" } }]',
    );
    expect(agents[0]!.stores.vault.login).toMatchObject({ namespace: '0600', roleId: '1e3' });
  });

  it('prefer their own file to the environment’s value, and none if it is blank', () => {
    const file = write('token', 'own token');
    const two = `agents:
      - { name: a, settings: { VAULT_TOKEN_FILE: ${file} } }
      - { name: b }
      - name: c
        settings:
          VAULT_TOKEN_FILE:
    `;
    const settings = parse(two, { VAULT_TOKEN: 'shared token' });
    expect([0, 1, 2].map((index) => tokenOf(settings, index))).toEqual(['own token', 'shared token', null]);
  });

  it('reject every process-wide variable by name', () => {
    const rows = Object.entries(AGENT_VARIABLES).filter(([, { processWide }]) => processWide);
    expect(rows.length).toBeGreaterThan(15);
    for (const [name, { example }] of rows) {
      const [fault, ...others] = faultsOf(
        `agents: [{ name: a, settings: { ${name}: ${JSON.stringify(example)} } }]`,
      );
      expect(fault).toMatch(
        new RegExp(`^agent a: settings\\.${name} is (for the whole process|given as the member)`),
      );
      expect(others).toEqual([]);
    }
  });

  it.each([
    [
      'a secret in the clear',
      'settings: { VAULT_TOKEN: CANARY-value }',
      'settings.VAULT_TOKEN is a secret: give VAULT_TOKEN_FILE instead',
    ],
    [
      'the credential in the clear',
      'settings: { SVC_AGENT_SECRET: CANARY-value }',
      'settings.SVC_AGENT_SECRET is a secret: give SVC_AGENT_SECRET_FILE instead',
    ],
    [
      'a variable of nobody',
      'settings: { VAULT_ADR: CANARY-value }',
      'settings.VAULT_ADR is no variable of the agent',
    ],
    ['a member of nobody', 'enrollmentToken: CANARY-value', 'enrollmentToken is not a member of an agent'],
    ['a value in the place of a name', '"CANARY-value": x', 'something is not a member of an agent'],
    ['a list for a text', 'stateFile: [CANARY-value]', 'stateFile must be a text'],
    [
      'a list for a setting',
      'settings: { VAULT_ADDR: [CANARY-value] }',
      'settings.VAULT_ADDR must be a text, a number, true or false',
    ],
    ['a text for settings', 'settings: CANARY-value', 'settings must be variables by name'],
    [
      'two places',
      'stateFile: /CANARY-value, stateSecret: CANARY-value',
      'has stateFile and stateSecret: the state has one place',
    ],
    [
      'a wrong setting',
      'settings: { VAULT_ADDR: CANARY-value }',
      'VAULT_ADDR must be an http or https URL without credentials or a query',
    ],
    [
      'a file that is not there',
      'settings: { VAULT_CACERT: /CANARY-value }',
      'VAULT_CACERT names a file that cannot be read',
    ],
  ])('are refused with %s, naming agent and member', (_, member, why) => {
    expect(faultsOf(`agents: [{ name: good }, { name: bad, ${member} }]`)).toEqual([`agent bad: ${why}`]);
  });

  it.each([
    [
      'no YAML',
      'agents:\n  - name: a\n CANARY-value: {',
      /^SVC_AGENT_CONFIG_FILE: is not usable YAML: line 3 \([A-Z_]+\)$/,
    ],
    ['a member twice', 'agents: []\nagents: [CANARY-value]', /is not usable YAML: line 2 \(DUPLICATE_KEY\)$/],
    ['two documents', 'agents: []\n---\nagents: []', /is not usable YAML/],
    ['a tag', 'agents: !CANARY-value []', /is not usable YAML/],
    ['an alias of nothing', 'agents: *CANARY-value', /^SVC_AGENT_CONFIG_FILE: is not usable YAML: an alias/],
    ['aliases of aliases', aliases(9), /^SVC_AGENT_CONFIG_FILE: is not usable YAML: an alias/],
    ['no list', 'agents: CANARY-value', /agents must be a list of at least one agent$/],
    ['no agent', 'agents: []', /agents must be a list of at least one agent$/],
    ['another document', '- CANARY-value', /must have the one member agents$/],
    ['nothing', '', /must have the one member agents$/],
    ['a member of its own', 'agents: [{ name: a }]\nsettings: {}', /settings is not a member of it$/],
    ['an agent without a name', 'agents: [{ stateFile: /x }]', /^agents\[0\]: name must be a DNS label/],
    ['a name that is no label', 'agents: [{ name: CANARY_value }]', /^agents\[0\]: name must be a DNS label/],
    ['a text for an agent', 'agents: [CANARY-value]', /^agents\[0\]: name must be a DNS label/],
    [
      'one name twice',
      'agents: [{ name: a }, { name: b }, { name: a, stateFile: /x }]',
      /^agent a: name is taken/,
    ],
    [
      'one state twice',
      'agents: [{ name: a, stateFile: /x/../s }, { name: b, stateFile: /s }]',
      /^agent b: has the same state file as agent a$/,
    ],
  ])('are refused with %s', (_, yaml, fault) => {
    expect(faultsOf(yaml)).toEqual([expect.stringMatching(fault)]);
  });

  it('do not share a minted identity', () => {
    const minted = { SVC_AGENT_ID: '01890000-0000-7000-8000-00000000a9e7', SVC_AGENT_SECRET: 'secret' };
    expect(faultsOf('agents: [{ name: a }, { name: b }]', minted)).toEqual([
      'agent b: has the same SVC_AGENT_ID as agent a',
    ]);
  });

  it('report all faults of agents and process at once', () => {
    const both =
      'agents: [{ name: a, settings: { SVC_AGENT_STORE_RATE: x } }, { name: b, settings: { VAULT_AUTH_METHOD: x } }]';
    expect(faultsOf(both, { SVC_LOG_LEVEL: CANARY, SVC_API_URL: '' })).toEqual([
      'SVC_LOG_LEVEL must be one of debug, info, warn, error',
      'agent a: SVC_API_URL is missing',
      'agent a: SVC_AGENT_STORE_RATE must be a whole number from 0 to 10000',
      'agent b: SVC_API_URL is missing',
      'agent b: VAULT_AUTH_METHOD must be one of token, approle, kubernetes',
    ]);
  });

  it('require a readable file', () => {
    expect(faultsOf('', { SVC_AGENT_CONFIG_FILE: '/nowhere/CANARY-value' })).toEqual([
      'SVC_AGENT_CONFIG_FILE names a file that cannot be read',
    ]);
  });
});
