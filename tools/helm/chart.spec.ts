import { beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { VARIABLES } from '../../libs/config/src/variables.js';
import { type Helm, loadHelm } from './helm.js';

const CHART = 'deploy/helm/countersign';
const DOWNLOAD_MS = 120_000;
/** The one value that every operator has to give. */
const NAMED = { migration: { serviceRole: 'countersign_service' } };

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly resources: object;
  readonly securityContext: object;
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
}

interface PodSpec {
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly selector?: { readonly matchLabels?: Record<string, string> };
    readonly podSelector?: { readonly matchLabels: Record<string, string> };
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: PodSpec;
    };
  };
}

const HOOKS = /^ *helm\.sh\/hook.*\n/gm;

/** The library leaves hooks out of what it renders: here the migration is an ordinary manifest. */
function chartWithoutHooks(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-chart-'));
  cpSync(CHART, folder, { recursive: true });
  const job = join(folder, 'templates/migration-job.yaml');
  writeFileSync(job, readFileSync(job, 'utf8').replace(HOOKS, ''));
  return folder;
}

function valuesFile(values: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'countersign-chart-')), 'values.yaml');
  writeFileSync(file, JSON.stringify(values));
  return file;
}

function migrationArgs(manifests: readonly Manifest[]): readonly string[] {
  return manifests.find(({ kind }) => kind === 'Job')!.spec.template!.spec.containers[0]!.args;
}

describe('The Helm chart', () => {
  let helm: Helm;
  beforeAll(async () => {
    helm = await loadHelm();
  }, DOWNLOAD_MS);

  const withoutHooks = chartWithoutHooks();
  const manifestsOf = (file: string): Manifest[] =>
    parseAllDocuments(helm.template(withoutHooks, 'countersign', file))
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest !== null);
  const manifests = (values: string): Manifest[] => manifestsOf(`${CHART}/ci/${values}.yaml`);
  const rendered = (values: object): Manifest[] => manifestsOf(valuesFile(values));
  const refusal = (values: object): string => {
    try {
      helm.template(CHART, 'countersign', valuesFile(values));
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is clean to helm lint, once an operator has named the service’s role', () => {
    const named = mkdtempSync(join(tmpdir(), 'countersign-chart-'));
    cpSync(CHART, named, { recursive: true });
    const values = readFileSync(join(CHART, 'values.yaml'), 'utf8');
    writeFileSync(join(named, 'values.yaml'), values.replace('# serviceRole:', 'serviceRole:'));
    expect(helm.lint(named)).toContain('Failed: false');
  });

  it('makes of its own values what every installation has', () => {
    const kinds = manifests('least').map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(kinds.sort()).toEqual([
      'Deployment countersign-api',
      'Deployment countersign-worker',
      'HorizontalPodAutoscaler countersign-api',
      'Job countersign-migration-1',
      'NetworkPolicy countersign-api',
      'NetworkPolicy countersign-worker',
      'PodDisruptionBudget countersign-api',
      'PodDisruptionBudget countersign-worker',
      'Service countersign-api',
      'Service countersign-worker',
      'ServiceAccount countersign',
    ]);
  });

  it('adds ingress, monitors and the agent where they are switched on', () => {
    const kinds = manifests('all').map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'Ingress countersign-api',
        'ServiceMonitor countersign-api',
        'ServiceMonitor countersign-worker',
        'Deployment countersign-agent',
        'NetworkPolicy countersign-agent',
        'Role countersign-agent-state',
        'ClusterRole security-countersign-agent-gitops',
      ]),
    );
  });

  describe.each(['least', 'all'])('with the values of ci/%s.yaml', (values) => {
    const pods = () => manifests(values).flatMap(({ spec }) => spec?.template ?? []);
    const containers = () =>
      pods().flatMap(({ spec }) => [...spec.containers, ...(spec.initContainers ?? [])]);

    it('runs every pod under the restricted security standard, with a root nobody can write to', () => {
      expect(pods().length).toBeGreaterThanOrEqual(3);
      for (const { spec } of pods()) {
        expect(spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
      }
      for (const container of containers()) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    });

    it('says what every container needs and how much memory it may take', () => {
      for (const { resources } of containers())
        expect(resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
    });

    it('probes whatever runs for good', () => {
      const running = manifests(values).filter(({ kind }) => kind === 'Deployment');
      for (const { spec } of running)
        for (const container of spec.template!.spec.containers) {
          expect(container.livenessProbe).toBeDefined();
          expect(container.readinessProbe).toBeDefined();
        }
    });

    it('holds no Secret, and no secret in the environment', () => {
      expect(manifests(values).map(({ kind }) => kind)).not.toContain('Secret');
      const named = containers().flatMap(({ env }) => env);
      const secret = Object.entries(VARIABLES).filter(([, variable]) => variable.secret);
      for (const [name] of secret) expect(named.map((each) => each.name)).not.toContain(name);
    });

    it('sets nothing that the service does not know', () => {
      const ours = containers().filter(({ name }) => ['api', 'worker', 'migration'].includes(name));
      const names = ours.flatMap(({ env }) => env.map(({ name }) => name.replace(/_FILE$/, '')));
      expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(names));
    });

    it('runs api and worker with the strict security profile', () => {
      const profiles = containers()
        .filter(({ name }) => ['api', 'worker'].includes(name))
        .map(({ env }) => env.filter(({ name }) => name === 'SVC_SECURITY_PROFILE'));
      const strict = [{ name: 'SVC_SECURITY_PROFILE', value: 'strict' }];
      expect(profiles).toEqual([strict, strict]);
    });

    it('selects pods that exist', () => {
      const labels = pods().map(({ metadata }) => metadata.labels);
      const selectors = manifests(values)
        .filter(({ kind }) => ['PodDisruptionBudget', 'NetworkPolicy', 'Deployment'].includes(kind))
        .map(({ spec }) => (spec.selector?.matchLabels ?? spec.podSelector?.matchLabels)!);
      for (const selector of selectors)
        expect(
          labels.filter((each) => Object.entries(selector).every(([key, value]) => each[key] === value)),
        ).toHaveLength(1);
    });
  });

  it('lets nobody connect to the agent, and it only where it was told', () => {
    const policy = manifests('all').find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'countersign-agent',
    );
    expect(policy!.spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: [{ ports: [{ port: 53 }, { port: 53 }] }, { ports: [{ port: 443 }, { port: 6443 }] }],
    });
  });

  it('migrates before it installs or upgrades', () => {
    const [hook] = readFileSync(`${CHART}/templates/migration-job.yaml`, 'utf8').match(HOOKS) ?? [];
    expect(hook?.trim()).toBe('helm.sh/hook: pre-install,pre-upgrade');
  });

  it('lets a node be drained that holds the only pod of a part', () => {
    const budgets = rendered({ ...NAMED, worker: { replicas: 1 } }).filter(
      ({ kind }) => kind === 'PodDisruptionBudget',
    );
    expect(budgets.map((budget) => budget.metadata.name)).toEqual(['countersign-api']);
  });

  it.each([
    ['least', ['--service-role', 'countersign_service']],
    ['all', ['--service-role', 'countersign_service']],
  ])('gives the service its rights after each migration: %s', (values, rest) => {
    expect(migrationArgs(manifests(values))).toEqual(['tools/migrate.mjs', ...rest]);
  });

  it('runs with the standard profile where that is said, and then without a service role too', () => {
    const standard = rendered({ securityProfile: 'standard' });
    expect(migrationArgs(standard)).toEqual(['tools/migrate.mjs']);
    const profiles = standard
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .flatMap(({ env }) => env.filter(({ name }) => name === 'SVC_SECURITY_PROFILE'));
    expect(profiles.map(({ value }) => value)).toEqual(['standard', 'standard']);
  });

  const ingress = { enabled: true, host: 'a.test', tlsSecret: 'tls' };
  it.each([
    ['its own values alone: the service’s role must be named', {}, 'serviceRole'],
    ['an empty service role', { migration: { serviceRole: '' } }, 'serviceRole'],
    ['a role that is no plain name', { migration: { serviceRole: "x'; DROP" } }, 'serviceRole'],
    ['a profile that does not exist', { ...NAMED, securityProfile: 'lax' }, 'securityProfile'],
    [
      'a profile among the plain settings',
      { ...NAMED, settings: { worker: { SVC_SECURITY_PROFILE: 'standard' } } },
      'SVC_SECURITY_PROFILE',
    ],
    ['a secret among the plain settings', { settings: { api: { SVC_JWT_SECRET: 'x' } } }, 'SVC_JWT_SECRET'],
    ['an ingress without TLS', { api: { ingress: { enabled: true, host: 'a.test' } } }, 'tlsSecret'],
    ['an ingress that no proxy is trusted for', { ...NAMED, api: { ingress } }, 'SVC_TRUST_PROXY'],
    ...['none', '0', 0, ''].map((trusted) => [
      `an ingress with the trusted proxy ${JSON.stringify(trusted)}`,
      { ...NAMED, api: { ingress }, settings: { api: { SVC_TRUST_PROXY: trusted } } },
      'SVC_TRUST_PROXY',
    ]),
    [
      'an agent that would call without TLS',
      { agent: { enabled: true, apiUrl: 'http://a', enrollmentSecret: 's' } },
      'apiUrl',
    ],
    ['a misspelt value', { api: { replica: 2 } }, 'replica'],
    ['a tag where a digest belongs', { image: { digest: 'latest' } }, 'digest'],
  ] as [string, object, string][])('refuses %s', (_, values, named) => {
    expect(refusal(values)).toContain(named);
  });

  it('takes what it refuses otherwise, once the role is named and the proxy is trusted', () => {
    expect(refusal(NAMED)).toBe('taken');
    const settings = { api: { SVC_TRUST_PROXY: '10.0.0.0/8' } };
    expect(refusal({ ...NAMED, api: { ingress }, settings })).toBe('taken');
  });
});
