import { describe, expect, it } from '@jest/globals';
import type { AgentConfig } from './agent-config.js';
import { AgentConfigError } from './env-reader.js';
import { parseSettings } from './parse-settings.js';
import type { ProcessConfig } from './process-config.js';

const NEEDED = { SVC_API_URL: 'https://control.example', SVC_CLUSTER_NAME: 'east' };
const SECRET = 'CANARY-secret';

/** Returns the only agent's settings, with its process's. */
function parseAgentConfig(env: NodeJS.ProcessEnv): AgentConfig & ProcessConfig {
  const { agents, process } = parseSettings(env);
  return { ...process, ...agents[0]! };
}

function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    parseAgentConfig({ ...NEEDED, ...env });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(AgentConfigError);
    return (error as AgentConfigError).faults;
  }
}

describe('parseSettings', () => {
  it('needs the control plane and the cluster only', () => {
    expect(parseAgentConfig(NEEDED)).toMatchObject({
      clusterName: 'east',
      state: { file: './agent-state.json' },
      health: { host: '127.0.0.1', port: 8082 },
      concurrency: 4,
      logLevel: 'info',
      minted: null,
    });
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:8080', 'https://control.example/base'])(
    'accepts %s',
    (url) => expect(faultsOf({ SVC_API_URL: url })).toEqual([]),
  );

  // HPKE base mode does not authenticate the service (D53).
  it.each([
    'http://control.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'ftp://127.0.0.1',
    'https://u:p@control.example',
    'control.example',
    '',
  ])('refuses %j', (url) => expect(faultsOf({ SVC_API_URL: url })).toHaveLength(1));

  it('names every fault at once and no value', () => {
    const faults = faultsOf({
      SVC_CLUSTER_NAME: ' ',
      SVC_AGENT_SECRET: SECRET,
      SVC_AGENT_CONCURRENCY: SECRET,
      SVC_AGENT_HEALTH_ADDR: '0.0.0.0:8082',
      SVC_LOG_LEVEL: SECRET,
      VAULT_TOKEN_FILE: `/nowhere/${SECRET}`,
    });
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual([
      'SVC_AGENT_CONCURRENCY',
      'SVC_AGENT_HEALTH_ADDR',
      'SVC_AGENT_ID',
      'SVC_CLUSTER_NAME',
      'SVC_LOG_LEVEL',
      'VAULT_TOKEN_FILE',
    ]);
    expect(faults.join()).not.toContain(SECRET);
  });

  it.each([
    [undefined, 30 * 86_400_000],
    ['12h', 12 * 3_600_000],
    ['10m', 600_000],
    ['0', 0],
    ['off', 0],
  ])('replaces the secret after %s', (SVC_AGENT_SECRET_MAX_AGE, expected) => {
    expect(parseAgentConfig({ ...NEEDED, SVC_AGENT_SECRET_MAX_AGE }).secretMaxAgeMs).toBe(expected);
  });

  it.each(['9m', '30', '30 days', '-1d', '1e9d', 'never', '30D'])('rejects the maximum age %j', (text) => {
    expect(faultsOf({ SVC_AGENT_SECRET_MAX_AGE: text })).toEqual([
      expect.stringMatching(/^SVC_AGENT_SECRET/),
    ]);
  });

  it.each([
    ['https://vault.example', true],
    ['https://vault.example:8200/, https://b.example,', true],
    ['http://127.0.0.1:8200', true],
    ['http://vault.example', false],
    ['https://vault.example/path', false],
    ['https://u:p@vault.example', false],
    ['https://vault.example?x', false],
    ['vault.example', false],
    ['*', false],
  ])('parses %j as a list of addresses: %s', (SVC_AGENT_STORE_ADDRESSES, good) => {
    const faults = good ? [] : [expect.stringMatching(/^SVC_AGENT_STORE_ADDRESSES/)];
    expect(faultsOf({ SVC_AGENT_STORE_ADDRESSES })).toEqual(faults);
  });

  it('does not print its secrets', () => {
    const id = '01890000-0000-7000-8000-00000000a9e7';
    const config = parseAgentConfig({ ...NEEDED, SVC_AGENT_ID: id, SVC_AGENT_SECRET: SECRET });
    expect(JSON.stringify(config)).not.toContain(SECRET);
    expect(JSON.stringify(config)).toContain(id);
  });
});
