import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { VARIABLES } from '../../libs/config/src/variables.js';
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
/** The one required value. */
const NAMED = { migration: { serviceRole: 'countersign_service' } };
const SECRETS = Object.entries(VARIABLES)
  .filter(([, { secret }]) => secret)
  .map(([name]) => name);

let helm: Helm;
beforeAll(async () => {
  helm = await loadHelm();
}, DOWNLOAD_MS);
const chart = new ChartUnderTest('countersign', () => helm);
const kindsOf = (manifests: readonly Manifest[]): string[] =>
  manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
const podOf = (manifests: readonly Manifest[], name: string) =>
  podsOf(manifests).find(({ spec }) => spec.containers[0]!.name === name)!;
const containerOf = (manifests: readonly Manifest[], name: string) =>
  podOf(manifests, name).spec.containers[0]!;

describe('The control plane’s chart', () => {
  it('renders the common resources from its default values', () => {
    expect(kindsOf(chart.render('ci/least')).sort()).toEqual([
      'Deployment countersign-api',
      'Deployment countersign-worker',
      'HorizontalPodAutoscaler countersign-api',
      'Job countersign-migration-1',
      'NetworkPolicy countersign-api',
      'NetworkPolicy countersign-migration',
      'NetworkPolicy countersign-worker',
      'PodDisruptionBudget countersign-api',
      'PodDisruptionBudget countersign-worker',
      'Service countersign-api',
      'Service countersign-api-metrics',
      'Service countersign-worker-metrics',
      'ServiceAccount countersign-api',
      'ServiceAccount countersign-migration',
      'ServiceAccount countersign-worker',
    ]);
  });

  it('adds ingress and monitors when enabled', () => {
    expect(kindsOf(chart.render('ci/all'))).toEqual(
      expect.arrayContaining([
        'Ingress countersign-api',
        'ServiceMonitor countersign-api',
        'ServiceMonitor countersign-worker',
      ]),
    );
  });

  it.each(valueFiles('countersign'))('holds no Secret: %s', (values) => {
    expect(chart.render(values).map(({ kind }) => kind)).not.toContain('Secret');
  });

  it.each(valueFiles('countersign'))('runs api and worker with the strict security profile: %s', (values) => {
    const manifests = chart.render(values);
    for (const part of ['api', 'worker'])
      expect(valueOf(containerOf(manifests, part), 'SVC_SECURITY_PROFILE')).toBe('strict');
  });

  describe('keeps metrics apart', () => {
    it('at a separate port, which neither the public service nor the ingress exposes', () => {
      const manifests = chart.render('ci/all');
      expect(valueOf(containerOf(manifests, 'api'), 'SVC_METRICS_ADDR')).toBe(':9090');
      expect(find(manifests, 'Service', 'countersign-api').spec.ports).toEqual([
        { name: 'http', port: 443, targetPort: 'http' },
      ]);
      const ingress = JSON.stringify(find(manifests, 'Ingress', 'countersign-api').spec);
      expect(ingress).toContain('"path":"/api/"');
      expect(ingress).not.toContain('metrics');
    });

    it('with separate network policies for callers of the api and of metrics', () => {
      const { ingress } = find(chart.render('ci/all'), 'NetworkPolicy', 'countersign-api').spec;
      const from = (name: string) => [
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
      ];
      expect(ingress).toEqual([
        { ports: [{ port: 'http' }], from: from('ingress') },
        { ports: [{ port: 'metrics' }], from: from('monitoring') },
      ]);
    });

    it('under the job names that dashboards and alerts use', () => {
      const monitors = chart.render('ci/all').filter(({ kind }) => kind === 'ServiceMonitor');
      for (const { metadata, spec } of monitors)
        expect(spec).toMatchObject({
          endpoints: [{ relabelings: [{ targetLabel: 'job', replacement: metadata.name }] }],
        });
    });
  });

  describe('lets pods connect', () => {
    const dns = {
      ports: [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP' },
      ],
    };
    const database = { ports: [{ port: 5432, protocol: 'TCP' }] };
    const redis = { ports: [{ port: 6379, protocol: 'TCP' }] };
    const egressOf = (values: object | string, part: string) =>
      find(chart.render(values), 'NetworkPolicy', `countersign-${part}`).spec.egress;

    it('a migration to DNS and the database, without ingress', () => {
      expect(egressOf('ci/least', 'migration')).toEqual([dns, database]);
      expect(find(chart.render('ci/least'), 'NetworkPolicy', 'countersign-migration').spec.ingress).toEqual(
        [],
      );
    });
    it('a worker to Redis, too', () => {
      expect(egressOf('ci/least', 'worker')).toEqual([dns, database, redis]);
    });
    it('the api to anywhere, unless its key service and identity provider are configured', () => {
      expect(egressOf('ci/least', 'api')).toEqual([{}]);
      const rule = { ports: [{ port: 8200 }] };
      expect(egressOf({ ...NAMED, networkPolicy: { egress: { api: [rule] } } }, 'api')).toEqual([
        dns,
        database,
        redis,
        rule,
      ]);
    });
    it('each to the addresses that are named', () => {
      const to = (cidr: string) => [{ ipBlock: { cidr } }];
      expect(egressOf('ci/all', 'migration')).toEqual([
        {
          ...dns,
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
        },
        { ports: [5432, 6432].map((port) => ({ port, protocol: 'TCP' })), to: to('10.0.0.1/32') },
      ]);
      expect(egressOf('ci/all', 'worker')).toContainEqual({ ...redis, to: to('10.0.0.2/32') });
    });
  });

  describe('migrates', () => {
    it('in a hook before install and upgrade, after its account and policy, which are deleted afterwards', () => {
      const before = chart.render('ci/least').filter(({ metadata }) => metadata.name.includes('migration'));
      expect(kindsOf(before).sort()).toEqual([
        'Job countersign-migration-1',
        'NetworkPolicy countersign-migration',
        'ServiceAccount countersign-migration',
      ]);
      for (const { kind, metadata } of before) {
        expect(metadata.annotations).toMatchObject({
          'helm.sh/hook': 'pre-install,pre-upgrade',
          'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
        });
        expect(metadata.annotations!['helm.sh/hook-weight']).toBe(kind === 'Job' ? undefined : '-5');
      }
    });

    it('needs only Secrets and ConfigMaps that the operator created before', () => {
      const { spec } = podOf(chart.render('ci/all'), 'migration');
      const sources = spec.volumes!.map((volume) => JSON.stringify(volume));
      expect(sources.some((each) => each.includes('"secretName":"countersign-migration"'))).toBe(true);
      expect(sources.some((each) => each.includes('"name":"authorities"'))).toBe(true);
    });

    it.each(valueFiles('countersign'))('and grants the service its rights: %s', (values) => {
      const rights = ['tools/migrate.mjs', '--service-role', 'countersign_service'];
      expect(containerOf(chart.render(values), 'migration').args).toEqual(rights);
    });

    it('not where disabled', () => {
      const manifests = chart.render({ migration: { ...NAMED.migration, enabled: false } });
      expect(kindsOf(manifests).filter((each) => each.includes('migration'))).toEqual([]);
    });

    it('without a service role under the standard profile, where configured', () => {
      const standard = chart.render({ securityProfile: 'standard' });
      expect(containerOf(standard, 'migration').args).toEqual(['tools/migrate.mjs']);
      for (const part of ['api', 'worker'])
        expect(valueOf(containerOf(standard, part), 'SVC_SECURITY_PROFILE')).toBe('standard');
    });
  });

  it('mounts no Secret without keys', () => {
    const { spec } = podOf(chart.render({ ...NAMED, api: { secretKeys: [] } }), 'api');
    expect(spec.volumes ?? []).toEqual([]);
  });

  it('lets a setting override the file of a secret', () => {
    expect(valueOf(containerOf(chart.render('ci/all'), 'api'), 'SVC_JWT_SECRET_FILE')).toBe('/run/csi/jwt');
  });

  it('allows a node with the only pod of a part to be drained', () => {
    const manifests = chart.render({ ...NAMED, worker: { replicas: 1 } });
    expect(kindsOf(manifests).filter((each) => each.startsWith('PodDis'))).toEqual([
      'PodDisruptionBudget countersign-api',
    ]);
  });

  it('has an example of production with replicas, budgets, zones and narrow policies', () => {
    const manifests = chart.render('values-production');
    expect(find(manifests, 'HorizontalPodAutoscaler', 'countersign-api').spec).toMatchObject({
      minReplicas: 3,
    });
    expect(find(manifests, 'PodDisruptionBudget', 'countersign-api').spec).toMatchObject({ minAvailable: 2 });
    for (const part of ['api', 'worker'])
      expect(JSON.stringify(podOf(manifests, part).spec)).toContain('topology.kubernetes.io/zone');
    for (const { spec } of manifests.filter(({ kind }) => kind === 'NetworkPolicy')) {
      for (const { to } of spec.egress!) expect(to).toBeDefined();
      for (const { from } of spec.ingress!) expect(from).toBeDefined();
    }
  });

  it('has no agent, which has its own chart', () => {
    expect(readFileSync('deploy/helm/countersign/values.yaml', 'utf8')).not.toMatch(/^agent:/m);
    expect(chart.refusal({ ...NAMED, agent: { enabled: true } })).toContain('agent');
  });
});

describe('The control plane’s chart refuses', () => {
  const ingress = { enabled: true, host: 'a.test', tlsSecret: 'tls' };
  it.each(SECRETS)('%s among the plain settings and as a plain value', (secret) => {
    for (const part of ['api', 'worker'])
      expect(chart.refusal({ ...NAMED, settings: { [part]: { [secret]: 'x' } } })).toContain(secret);
    for (const part of ['api', 'worker', 'migration']) {
      const values = {
        ...NAMED,
        [part]: {
          ...(part === 'migration' ? NAMED.migration : {}),
          extraEnv: [{ name: secret, value: 'x' }],
        },
      };
      expect(chart.refusal(values)).toContain('extraEnv');
    }
  });

  it.each([
    ['its default values: the service’s role is required', {}, 'serviceRole'],
    ['an empty service role', { migration: { serviceRole: '' } }, 'serviceRole'],
    ['a role that is not a plain name', { migration: { serviceRole: "x'; DROP" } }, 'serviceRole'],
    ['a profile that does not exist', { ...NAMED, securityProfile: 'lax' }, 'securityProfile'],
    [
      'a profile among the plain settings',
      { ...NAMED, settings: { worker: { SVC_SECURITY_PROFILE: 'standard' } } },
      'SVC_SECURITY_PROFILE',
    ],
    ['a misspelt setting', { ...NAMED, settings: { api: { SVC_PUBLIC_URI: 'x' } } }, 'SVC_PUBLIC_URI'],
    [
      'a setting of the other process',
      { ...NAMED, settings: { worker: { SVC_PUBLIC_URL: 'x' } } },
      'SVC_PUBLIC_URL',
    ],
    [
      'a secret of a cloud’s SDK',
      { ...NAMED, settings: { api: { AWS_SECRET_ACCESS_KEY: 'x' } } },
      'AWS_SECRET_ACCESS_KEY',
    ],
    [
      'an ingress without TLS',
      { ...NAMED, api: { ingress: { enabled: true, host: 'a.test' } } },
      'tlsSecret',
    ],
    ['an ingress without a trusted proxy', { ...NAMED, api: { ingress } }, 'SVC_TRUST_PROXY'],
    ...['none', '0', 0, ''].map((trusted) => [
      `an ingress with the trusted proxy ${JSON.stringify(trusted)}`,
      { ...NAMED, api: { ingress }, settings: { api: { SVC_TRUST_PROXY: trusted } } },
      'SVC_TRUST_PROXY',
    ]),
    ['a misspelt value', { ...NAMED, api: { replica: 2 } }, 'replica'],
    ['a tag instead of a digest', { ...NAMED, image: { digest: 'latest' } }, 'digest'],
    ['two bundles of authorities', { ...NAMED, caBundle: { configMap: 'a', secret: 'b' } }, 'caBundle'],
    [
      'a volume with a name of the chart’s',
      { ...NAMED, api: { extraVolumes: [{ name: 'secrets' }] } },
      'extraVolumes',
    ],
    [
      'a label that selects',
      { ...NAMED, api: { podLabels: { 'app.kubernetes.io/name': 'x' } } },
      'app.kubernetes.io/name',
    ],
    ['a rule without an end', { ...NAMED, networkPolicy: { egress: { api: [{ host: 'a' }] } } }, 'egress'],
  ] as [string, object, string][])('%s', (_, values, named) => {
    expect(chart.refusal(values)).toContain(named);
  });

  it('nothing of it once the role is named, the proxy is trusted and the secret comes from a Secret', () => {
    expect(chart.refusal(NAMED)).toBe('taken');
    const settings = {
      api: { SVC_TRUST_PROXY: '10.0.0.0/8', SVC_JWT_SECRET_FILE: '/run/jwt', AWS_REGION: 'x' },
    };
    const extraEnv = [{ name: 'AWS_SESSION_TOKEN', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }];
    expect(chart.refusal({ ...NAMED, api: { ingress, extraEnv }, settings })).toBe('taken');
  });
});
