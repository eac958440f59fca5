import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { AGENT_VARIABLES } from '../../apps/agent/src/config/variables.js';
import { parseSettings } from '../../apps/agent/src/config/parse-settings.js';
import type { Helm } from './helm.js';
import { loadHelm } from './load-helm.js';
import {
  ChartUnderTest,
  find,
  type Manifest,
  podsOf,
  valueFiles,
  valueOf,
} from './testing/rendered-chart.js';

const DOWNLOAD_MS = 120_000;
const AGENT = { name: 'main', enrollmentSecret: 'token' };
/** The required values. */
const LEAST = { apiUrl: 'https://countersign.test', clusterName: 'main', agents: [AGENT] };
const VARIABLES = Object.entries<{ secret: boolean; processWide: boolean }>(AGENT_VARIABLES);
const SECRETS = VARIABLES.filter(([, { secret }]) => secret).map(([name]) => name);
const PROCESS_WIDE = VARIABLES.filter(([, { processWide }]) => processWide).map(([name]) => name);

let helm: Helm;
beforeAll(async () => {
  helm = await loadHelm();
}, DOWNLOAD_MS);
const chart = new ChartUnderTest('countersign-agent', () => helm);
const podOf = (manifests: readonly Manifest[]) => podsOf(manifests)[0]!;
const fileOf = (values: string | object) => {
  const text = find(chart.render(values, 'mine'), 'ConfigMap', 'mine-agents').data!['agents.yaml']!;
  return (parse(text) as { agents: { name: string; settings?: Record<string, unknown> }[] }).agents;
};
const rightsOf = (values: string | object) =>
  chart
    .render(values, 'mine')
    .filter(({ kind }) => kind.endsWith('Role'))
    .map(({ kind, metadata, rules }) => [kind, metadata.namespace ?? null, metadata.name, rules] as const);
const state = [
  'Role',
  null,
  'mine-state',
  [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['mine-state'], verbs: ['get', 'update'] }],
] as const;

describe('The agent’s chart', () => {
  it('creates one Deployment and only the resources that it uses', () => {
    const kinds = chart.render('ci/least').map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(kinds.sort()).toEqual([
      'ConfigMap countersign-agents',
      'Deployment countersign',
      'NetworkPolicy countersign',
      'Role countersign-state',
      'RoleBinding countersign-state',
      'Secret countersign-state',
      'Service countersign-metrics',
      'ServiceAccount countersign',
    ]);
    expect(find(chart.render('ci/least'), 'Deployment', 'countersign').spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'Recreate' },
    });
  });

  it('lists the agents in one file', () => {
    expect(fileOf('ci/all')).toEqual([
      {
        name: 'team-a',
        enrollmentTokenFile: '/run/enrollment/team-a',
        settings: {
          VAULT_ADDR: 'https://vault.example.test:8200',
          VAULT_AUTH_METHOD: 'approle',
          VAULT_ROLE_ID_FILE: '/run/secrets/vault-role/role-id',
          VAULT_SECRET_ID_FILE: '/run/secrets/vault-role/secret-id',
          VAULT_SECRET_ID_WRAPPED: 'true',
          SVC_AGENT_STORE_RATE: '10000',
          SVC_AGENT_GITOPS_ENABLED: 'true',
          SVC_AGENT_GITOPS_NAMESPACES: 'argocd,apps',
          SVC_AGENT_GITOPS_INTERVAL: '120',
          SVC_AGENT_GITOPS_BASE_URL: 'https://argocd.example.test',
        },
      },
      {
        name: 'team-b',
        enrollmentTokenFile: '/run/enrollment/team-b',
        settings: {
          SVC_CLUSTER_NAME: 'other',
          SVC_AGENT_GITOPS_ENABLED: 'true',
          SVC_AGENT_GITOPS_NAMESPACES: 'argocd',
        },
      },
      { name: 'team-c' },
    ]);
  });

  it.each(valueFiles('countersign-agent'))(
    'renders an environment and a file that the process accepts: %s',
    (values) => {
      const manifests = chart.render(values, 'mine');
      const folder = mkdtempSync(join(tmpdir(), 'countersign-agents-'));
      const [file, any] = [join(folder, 'agents.yaml'), join(folder, 'any')];
      // The content of the pod's files doesn't matter here, only that they can be read.
      writeFileSync(any, 'text');
      const text = find(manifests, 'ConfigMap', 'mine-agents').data!['agents.yaml']!;
      writeFileSync(file, text.replace(/\/(run|etc)\/[^"\s]+/g, any));
      const { env } = podOf(manifests).spec.containers[0]!;
      const given = env.map(({ name, value = '' }) => [name, value.startsWith('/') ? any : value]);
      const settings = parseSettings({
        ...Object.fromEntries(given),
        ...{ KUBERNETES_SERVICE_HOST: '10.0.0.1', SVC_AGENT_CONFIG_FILE: file },
      } as NodeJS.ProcessEnv);
      expect(settings.agents.map(({ name }) => name)).toEqual(fileOf(values).map(({ name }) => name));
      for (const { name, state } of settings.agents)
        expect(state).toMatchObject({ secret: { namespace: 'security', name: 'mine-state', entry: name } });
    },
  );

  it('enrolls each with its own token, which may be deleted later', () => {
    const { spec } = podOf(chart.render('ci/all'));
    expect(spec.initContainers![0]).toMatchObject({
      name: 'enroll',
      args: ['enroll', '--all', '--if-needed'],
    });
    const token = (name: string) => ({
      secret: { name: `${name}-enrollment`, optional: true, items: [{ key: 'token', path: name }] },
    });
    expect(spec.volumes!.find(({ name }) => name === 'enrollment')).toMatchObject({
      projected: { sources: [token('team-a'), token('team-b')] },
    });
    const mounts = (mounts: readonly { name: string; mountPath: string }[] = []) =>
      mounts.filter(({ name }) => name === 'enrollment').map(({ mountPath }) => mountPath);
    expect(mounts(spec.initContainers![0]!.volumeMounts)).toEqual(['/run/enrollment']);
    expect(mounts(spec.containers[0]!.volumeMounts)).toEqual([]);
  });

  it('mounts store identities at the paths in the settings, for enrolling too', () => {
    const { spec } = podOf(chart.render('ci/all'));
    for (const { volumeMounts } of [spec.initContainers![0]!, spec.containers[0]!]) {
      const paths = volumeMounts!.map(({ mountPath }) => mountPath);
      expect(paths).toEqual(
        expect.arrayContaining(['/run/secrets/vault-role', '/run/secrets/cloud.credentials']),
      );
    }
    expect(spec.volumes).toContainEqual({
      name: 'extra-cloud-credentials',
      secret: { secretName: 'cloud.credentials', defaultMode: 0o440 },
    });
  });

  it('takes the authorities for the stores alone, or besides the system’s', () => {
    const caBundle = { configMap: 'authorities' };
    const values = (vault: boolean) => ({ ...LEAST, caBundle: { ...caBundle, vault } });
    const cacert = (given: object) => valueOf(podOf(chart.render(given)).spec.containers[0]!, 'VAULT_CACERT');
    expect([cacert(values(true)), cacert(values(false)), cacert(LEAST)]).toEqual([
      '/etc/countersign/ca/ca.crt',
      undefined,
      undefined,
    ]);
  });

  it('restarts the process when the file changes', () => {
    const sum = (values: object) => podOf(chart.render(values)).annotations['checksum/agents'];
    const more = { ...LEAST, agents: [AGENT, { name: 'second', enrollmentSecret: 'other' }] };
    expect(sum(LEAST)).toBe(sum({ ...LEAST, podLabels: { a: 'b' } }));
    expect(sum(LEAST)).not.toBe(sum(more));
  });

  it('serves metrics, and nothing else, at a separate port that only monitoring may call', () => {
    const manifests = chart.render('ci/all', 'mine');
    const agent = podOf(manifests).spec.containers[0]!;
    expect(valueOf(agent, 'SVC_AGENT_METRICS_ADDR')).toBe(':9090');
    expect(agent.ports).toEqual([{ name: 'metrics', containerPort: 9090 }]);
    const monitoring = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
    };
    expect(find(manifests, 'NetworkPolicy', 'mine').spec).toMatchObject({
      ingress: [{ ports: [{ port: 'metrics' }], from: [monitoring] }],
      egress: [{ ports: [{ port: 53 }, { port: 53 }] }, { ports: [{ port: 443 }, { port: 6443 }] }],
    });
  });

  it('serves no metrics where they are disabled, and then allows no ingress', () => {
    const manifests = chart.render({ ...LEAST, metrics: { enabled: false } }, 'mine');
    expect(manifests.map(({ kind }) => kind)).not.toContain('Service');
    const agent = podOf(manifests).spec.containers[0]!;
    expect([agent.ports, valueOf(agent, 'SVC_AGENT_METRICS_ADDR')]).toEqual([undefined, undefined]);
    expect(find(manifests, 'NetworkPolicy', 'mine').spec.ingress).toEqual([]);
  });
});

describe('The state of the agent’s chart', () => {
  it('is an empty Secret that is kept, whose data the chart never names', () => {
    const secrets = chart.render('ci/all', 'mine').filter(({ kind }) => kind === 'Secret');
    expect(secrets).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: 'mine-state',
          labels: expect.any(Object),
          annotations: { 'helm.sh/resource-policy': 'keep' },
        },
        type: 'Opaque',
      },
    ]);
    expect(valueOf(podOf(chart.render('ci/all', 'mine')).spec.containers[0]!, 'SVC_AGENT_STATE_SECRET')).toBe(
      'security/mine-state',
    );
  });

  it('may be an existing Secret', () => {
    const values = { ...LEAST, state: { existingSecret: 'identity' } };
    const manifests = chart.render(values, 'mine');
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    expect(find(manifests, 'Role', 'mine-state').rules).toMatchObject([{ resourceNames: ['identity'] }]);
    expect(valueOf(podOf(manifests).spec.containers[0]!, 'SVC_AGENT_STATE_SECRET')).toBe('security/identity');
  });
});

describe('The rights of the agent’s chart', () => {
  it('are to read and update the one Secret of its state, and to create none', () => {
    expect(rightsOf(LEAST)).toEqual([state]);
  });

  it('are those of docs/agent.md in each namespace of an orchestrator store', () => {
    const role = (namespace: string, verbs: string[]) => [
      'Role',
      namespace,
      'mine-secrets',
      [
        { apiGroups: [''], resources: ['secrets'], verbs },
        { apiGroups: [''], resources: ['namespaces'], resourceNames: [namespace], verbs: ['get'] },
      ],
    ];
    const given = (orchestrator: object) =>
      rightsOf({ ...LEAST, orchestrator }).filter(([, ns]) => ns !== null);
    const all = ['get', 'list', 'patch', 'create'];
    expect(given({ namespaces: ['a', 'b'] })).toEqual([role('a', all), role('b', all)]);
    expect(given({ namespaces: ['a'], write: false })).toEqual([role('a', ['get', 'list'])]);
  });

  it('are to list Applications only in the named namespaces, or cluster-wide if configured', () => {
    const rules = [{ apiGroups: ['argoproj.io'], resources: ['applications'], verbs: ['list'] }];
    const given = (...namespaces: string[][]) =>
      rightsOf({
        ...LEAST,
        agents: namespaces.map((each, n) => ({ name: `a${n}`, gitops: { namespaces: each } })),
      }).filter(([, , name]) => name !== 'mine-state');
    expect(given(['argocd', 'apps'], ['argocd'])).toEqual([
      ['Role', 'apps', 'mine-gitops', rules],
      ['Role', 'argocd', 'mine-gitops', rules],
    ]);
    expect(given(['*'], ['argocd'])).toEqual([['ClusterRole', null, 'security-mine-gitops', rules]]);
  });

  it('are bound to its service account, each in its namespace', () => {
    const manifests = chart.render('ci/all', 'mine');
    const roles = manifests.filter(({ kind }) => kind === 'Role');
    const bindings = manifests.filter(({ kind }) => kind === 'RoleBinding');
    const place = ({ metadata }: Manifest) => `${metadata.namespace}/${metadata.name}`;
    expect(bindings.map(place).sort()).toEqual(roles.map(place).sort());
    for (const binding of bindings)
      expect(binding).toMatchObject({
        roleRef: { kind: 'Role', name: binding.metadata.name },
        subjects: [{ kind: 'ServiceAccount', name: 'stores', namespace: 'security' }],
      });
  });

  it('can be those of a cloud: the account’s annotations and the pods’ labels', () => {
    const manifests = chart.render('ci/all', 'mine');
    expect(find(manifests, 'ServiceAccount', 'stores').metadata.annotations).toHaveProperty([
      'azure.workload.identity/client-id',
    ]);
    expect(podOf(manifests)).toMatchObject({
      labels: { 'azure.workload.identity/use': 'true' },
      spec: { serviceAccountName: 'stores', automountServiceAccountToken: true },
    });
    const other = { ...LEAST, serviceAccount: { create: false, name: 'mine-already' } };
    expect(podOf(chart.render(other)).spec.serviceAccountName).toBe('mine-already');
  });
});

describe('The agent’s chart refuses', () => {
  const own = (settings: object) => ({ ...LEAST, agents: [{ ...AGENT, settings }] });
  it.each([...SECRETS, 'VAULT_SECRET_ID'])('%s in plain text, anywhere in the values', (secret) => {
    expect(chart.refusal({ ...LEAST, settings: { [secret]: 'x' } })).toContain(secret);
    expect(chart.refusal(own({ [secret]: 'x' }))).toContain(secret);
    const extraEnv = chart.refusal({ ...LEAST, extraEnv: [{ name: secret, value: 'x' }] });
    if (secret in AGENT_VARIABLES) expect(extraEnv).toContain('extraEnv');
  });

  it.each(PROCESS_WIDE)('%s for one agent: it is process-wide', (name) => {
    expect(chart.refusal(own({ [name]: 'x' }))).toContain(name);
  });

  it.each([
    ['its own values alone', {}, 'agents'],
    ['no agent', { ...LEAST, agents: [] }, 'agents'],
    ['an agent without a name', { ...LEAST, agents: [{ enrollmentSecret: 'x' }] }, 'name'],
    ['a name that is not a DNS label', { ...LEAST, agents: [{ name: 'A_b' }] }, 'name'],
    ['one name for two', { ...LEAST, agents: [AGENT, AGENT] }, 'main'],
    ['a control plane without TLS', { ...LEAST, apiUrl: 'http://a' }, 'apiUrl'],
    ['no cluster', { ...LEAST, clusterName: '' }, 'clusterName'],
    ['a misspelt setting', own({ VAULT_ADDRESS: 'x' }), 'VAULT_ADDRESS'],
    [
      'what the chart decides',
      { ...LEAST, settings: { SVC_AGENT_STATE_SECRET: 'x' } },
      'SVC_AGENT_STATE_SECRET',
    ],
    ['GitOps without its rights', own({ SVC_AGENT_GITOPS_ENABLED: true }), 'SVC_AGENT_GITOPS_ENABLED'],
    [
      'all namespaces and one',
      { ...LEAST, agents: [{ ...AGENT, gitops: { namespaces: ['*', 'a'] } }] },
      'namespaces',
    ],
    ['secrets of every namespace', { ...LEAST, orchestrator: { namespaces: ['*'] } }, 'namespaces'],
    ['two bundles of authorities', { ...LEAST, caBundle: { configMap: 'a', secret: 'b' } }, 'caBundle'],
    [
      'a volume with a name of the chart’s',
      { ...LEAST, extraVolumes: [{ name: 'extra-a' }] },
      'extraVolumes',
    ],
    ['a misspelt value', { ...LEAST, replicas: 2 }, 'replicas'],
  ] as [string, object, string][])('%s', (_, values, named) => {
    expect(chart.refusal(values)).toContain(named);
  });

  it('nothing once a file is named', () => {
    expect(chart.refusal(LEAST)).toBe('taken');
    const files = { VAULT_TOKEN_FILE: '/run/secrets/vault/token', SVC_AGENT_SECRET_FILE: '/run/secrets/a/b' };
    expect(chart.refusal(own(files))).toBe('taken');
    const valueFrom = { secretKeyRef: { name: 'azure', key: 'secret' } };
    expect(chart.refusal({ ...LEAST, extraEnv: [{ name: 'AZURE_CLIENT_SECRET', valueFrom }] })).toBe('taken');
  });
});
