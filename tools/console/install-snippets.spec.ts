import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { PROVIDER_TYPES, type ProviderType, SCOPE_KEYS } from '#libs/connection-scope';
import {
  containerSnippet,
  helmSnippet,
  type Installation,
  systemdSnippet,
} from '../../apps/console/src/pages/connection/snippets.js';

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const installation = (type: ProviderType): Installation => ({
  apiUrl: 'https://countersign.example',
  agent: 'east-1',
  cluster: "the 'east' one",
  type,
  scope: Object.fromEntries(Object.entries(SCOPE_KEYS[type]).map(([key, { example }]) => [key, example])),
});
const heredoc = (snippet: string): string => /<<'END'\n([^]*?)\nEND\n/.exec(snippet)![1]!;

describe('what the console says of installing an agent', () => {
  let known: string;
  beforeAll(() => {
    known = readFileSync(at('docs/reference/variables.md'), 'utf8');
  });

  const expectKnown = (names: readonly string[]): void => {
    expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  };

  it.each(PROVIDER_TYPES)('fits the chart, for a store of type %s', (type) => {
    const schema = JSON.parse(readFileSync(at('deploy/helm/countersign-agent/values.schema.json'), 'utf8'));
    const chart = parse(readFileSync(at('deploy/helm/countersign-agent/values.yaml'), 'utf8'));
    const values = parse(heredoc(helmSnippet(installation(type))));
    const ajv = new Ajv({ strict: false });
    expect(ajv.validate(schema, { ...chart, ...values }) ? [] : ajv.errors).toEqual([]);
    expect(values).toMatchObject({ clusterName: "the 'east' one", agents: [{ name: 'east-1' }] });
    expectKnown(Object.keys({ ...values.settings, ...values.agents[0].settings }));
    expect(helmSnippet(installation(type))).toContain(
      `secret generic ${values.agents[0].enrollmentSecret} --from-file=token=/dev/stdin`,
    );
  });

  it.each(PROVIDER_TYPES)('names settings that the agent has, for a store of type %s', (type) => {
    for (const snippet of [systemdSnippet, containerSnippet]) {
      const lines = heredoc(snippet(installation(type))).split('\n');
      const names = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('=')[0]!);
      expect(names).toEqual(expect.arrayContaining(['SVC_API_URL', 'SVC_CLUSTER_NAME']));
      expectKnown(names);
    }
  });

  it('follows the units and the image', () => {
    const unit = readFileSync(at('deploy/agent/countersign-agent-enroll.service'), 'utf8');
    const snippet = systemdSnippet(installation('vault'));
    for (const file of ['/etc/countersign-agent/agent.env', '/etc/countersign-agent/enrollment-token']) {
      expect(unit).toContain(file);
      expect(snippet).toContain(file);
    }
    expect(readFileSync(at('deploy/Dockerfile'), 'utf8')).toContain('/var/lib/countersign');
    expect(containerSnippet(installation('vault'))).toContain('/var/lib/countersign/state.json');
  });

  it('keeps what a connection says inside its quotes', () => {
    const scope = { address: 'https://a/$(id)"`x`\'\\', kvMount: 'secret' };
    const of = { ...installation('vault'), scope };
    expect(parse(heredoc(helmSnippet(of))).agents[0].settings.VAULT_ADDR).toBe(scope.address);
    expect(systemdSnippet(of)).toContain('VAULT_ADDR="https://a/\\$(id)\\"\\`x\\`\'\\\\"');
  });
});
