import { beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { VARIABLES } from '../../libs/config/src/variables.js';
import { type Helm, loadHelm } from './helm.js';

const CHART = 'deploy/helm/countersign';
const DOWNLOAD_MS = 120_000;

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

describe('The Helm chart', () => {
  let helm: Helm;
  beforeAll(async () => {
    helm = await loadHelm();
  }, DOWNLOAD_MS);

  const withoutHooks = chartWithoutHooks();
  const manifests = (values: string): Manifest[] =>
    parseAllDocuments(helm.template(withoutHooks, 'countersign', `${CHART}/ci/${values}.yaml`))
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest !== null);
  const refusal = (values: object): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'countersign-chart-')), 'values.yaml');
    writeFileSync(file, JSON.stringify(values));
    try {
      helm.template(CHART, 'countersign', file);
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is clean to helm lint', () => {
    expect(helm.lint(CHART)).toContain('Failed: false');
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
    const file = join(mkdtempSync(join(tmpdir(), 'countersign-chart-')), 'values.yaml');
    writeFileSync(file, JSON.stringify({ worker: { replicas: 1 } }));
    const rendered = helm.template(withoutHooks, 'countersign', file);
    const budgets = parseAllDocuments(rendered)
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest?.kind === 'PodDisruptionBudget');
    expect(budgets.map((budget) => budget!.metadata.name)).toEqual(['countersign-api']);
  });

  it('gives the service its rights after each migration, where it has a role of its own', () => {
    const args = (values: string) =>
      manifests(values).find(({ kind }) => kind === 'Job')!.spec.template!.spec.containers[0]!.args;
    expect(args('least')).toEqual(['tools/migrate.mjs']);
    expect(args('all')).toEqual(['tools/migrate.mjs', '--service-role', 'countersign_service']);
  });

  it.each([
    ['a role that is no plain name', { migration: { serviceRole: "x'; DROP" } }, 'serviceRole'],
    ['a secret among the plain settings', { settings: { api: { SVC_JWT_SECRET: 'x' } } }, 'SVC_JWT_SECRET'],
    ['an ingress without TLS', { api: { ingress: { enabled: true, host: 'a.test' } } }, 'tlsSecret'],
    [
      'an agent that would call without TLS',
      { agent: { enabled: true, apiUrl: 'http://a', enrollmentSecret: 's' } },
      'apiUrl',
    ],
    ['a misspelt value', { api: { replica: 2 } }, 'replica'],
    ['a tag where a digest belongs', { image: { digest: 'latest' } }, 'digest'],
  ])('refuses %s', (_, values, named) => {
    expect(refusal(values)).toContain(named);
  });
});
