import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { AGENT_VARIABLES } from '../../apps/agent/src/config/variables.js';
import { VARIABLES } from '../../libs/config/src/variables.js';
import type { Helm } from './helm.js';
import { loadHelm } from './load-helm.js';
import { settingLists } from './setting-lists.js';
import { ChartUnderTest, containersOf, type Manifest, podsOf, valueFiles } from './testing/rendered-chart.js';

const DOWNLOAD_MS = 120_000;
const NAMES = ['countersign', 'countersign-agent'] as const;
/** The variables of each chart's processes. */
const READ = { countersign: VARIABLES, 'countersign-agent': AGENT_VARIABLES } as const;
/** Read by Node itself. */
const OF_NODE = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

type Schema = { readonly [member: string]: unknown };
type Values = { readonly [member: string]: unknown };

/** Values that each part's pods have, as set in ci/all.yaml. */
interface PodValues {
  readonly podLabels: Record<string, string>;
  readonly podAnnotations: Record<string, string>;
  readonly nodeSelector: object;
  readonly tolerations: object[];
  readonly affinity: object;
  readonly priorityClassName: string;
  readonly topologySpreadConstraints: readonly object[];
  readonly extraEnv: object[];
  readonly extraVolumes: object[];
  readonly extraVolumeMounts: object[];
}

const schemaOf = (chart: string): Schema =>
  JSON.parse(readFileSync(`deploy/helm/${chart}/values.schema.json`, 'utf8')) as Schema;
const yamlOf = (path: string): Values => parse(readFileSync(path, 'utf8')) as Values;

/** Returns every object schema with properties, with its path. */
function objectsIn(schema: unknown, path = '#'): [path: string, schema: Schema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const below = Object.entries(schema).flatMap(([name, each]) => objectsIn(each, `${path}/${name}`));
  const { type, properties } = schema as Schema;
  return type === 'object' && properties !== undefined ? [[path, schema as Schema], ...below] : below;
}

/** Returns the values of one part's pods; the agent's chart is one part. */
const partOf = (values: Values, chart: string, manifest: Manifest): Values =>
  chart === 'countersign-agent'
    ? values
    : (values[manifest.metadata.labels['app.kubernetes.io/component']!] as Values);

let helm: Helm;
beforeAll(async () => {
  helm = await loadHelm();
}, DOWNLOAD_MS);

describe.each(NAMES)('The Helm chart %s', (name) => {
  const chart = new ChartUnderTest(name, () => helm);

  describe.each(valueFiles(name))('with the values of %s', (values) => {
    let manifests: Manifest[];
    let pods: ReturnType<typeof podsOf>;
    beforeAll(() => {
      manifests = chart.render(values);
      pods = podsOf(manifests);
    });

    it('is clean to helm lint --strict', () => {
      expect(helm.lint(chart.path, chart.values(values))).toMatch(
        /(1 chart\(s\) linted, 0 chart|Failed: false)/,
      );
    });

    it('creates no resource twice', () => {
      const ids = manifests.map(
        ({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
      );
      expect(ids).toEqual([...new Set(ids)]);
    });

    it('runs every pod under the restricted Pod Security Standard, with a read-only root filesystem', () => {
      expect(pods.length).toBeGreaterThanOrEqual(1);
      for (const pod of pods) {
        expect(pod.spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const container of containersOf(pod))
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    });

    it('sets resource requests and a memory limit for every container', () => {
      for (const { resources } of pods.flatMap(containersOf))
        expect(resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
    });

    it('has probes for every long-running container', () => {
      for (const { owner, spec } of pods)
        if (owner.kind === 'Deployment')
          for (const container of spec.containers) {
            expect(container.livenessProbe).toBeDefined();
            expect(container.readinessProbe).toBeDefined();
          }
    });

    it('sets only known variables, each once, and no secret', () => {
      const known: Readonly<Record<string, { readonly secret: boolean }>> = READ[name];
      for (const container of pods.flatMap(containersOf)) {
        const names = container.env.map((each) => each.name);
        expect(names).toEqual([...new Set(names)]);
        for (const each of names) {
          expect(known[each]?.secret ?? false).toBe(false);
          const isKnown = each in known || each.replace(/_FILE$/, '') in known || OF_NODE.includes(each);
          expect([each, isKnown || /^(AWS|AZURE|GOOGLE)_/.test(each)]).toEqual([each, true]);
        }
      }
    });

    it('mounts every volume it declares, and declares every volume it mounts', () => {
      for (const pod of pods) {
        const volumes = (pod.spec.volumes ?? []).map((each) => each.name);
        const mounted = containersOf(pod).flatMap(({ volumeMounts = [] }) =>
          volumeMounts.map((each) => each.name),
        );
        expect([...new Set(mounted)].sort()).toEqual([...new Set(volumes)].sort());
        expect(volumes).toEqual([...new Set(volumes)]);
        for (const { volumeMounts = [] } of containersOf(pod)) {
          const paths = volumeMounts.map(({ mountPath }) => mountPath);
          expect(paths).toEqual([...new Set(paths)]);
        }
      }
    });

    it('configures init containers like the pod’s container', () => {
      for (const { spec } of pods)
        for (const init of spec.initContainers ?? []) {
          const { env, image, imagePullPolicy, volumeMounts = [] } = spec.containers[0]!;
          expect(init).toMatchObject({ env, image, imagePullPolicy });
          expect(init.volumeMounts).toEqual(expect.arrayContaining([...volumeMounts]));
        }
    });

    it('covers every pod by one network policy, for both directions, installed with it or earlier', () => {
      const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
      for (const { owner, labels } of pods) {
        const its = policies.filter(({ spec }) => isPart(labels, spec.podSelector!.matchLabels));
        expect(its).toHaveLength(1);
        expect(its[0]!.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
        expect(weightOf(its[0]!)).toBeLessThan(weightOf(owner));
      }
    });

    it('runs every pod as a service account created with it or earlier, or an existing one', () => {
      const made = manifests.filter(({ kind }) => kind === 'ServiceAccount');
      for (const { owner, spec } of pods) {
        const its = made.find(({ metadata }) => metadata.name === spec.serviceAccountName);
        if (its) expect(weightOf(its)).toBeLessThan(weightOf(owner));
        else
          expect(partOf(yamlOf(chart.values(values)), name, owner).serviceAccount).toMatchObject({
            create: false,
            name: spec.serviceAccountName,
          });
      }
    });

    it('selects existing pods by ports that they have', () => {
      const selecting = manifests.filter(({ kind }) =>
        ['PodDisruptionBudget', 'NetworkPolicy', 'Deployment', 'Service'].includes(kind),
      );
      for (const { kind, spec } of selecting) {
        const labels = spec.podSelector?.matchLabels ?? spec.selector!.matchLabels ?? spec.selector!;
        const selected = pods.filter((pod) => isPart(pod.labels, labels as Record<string, string>));
        expect(selected).toHaveLength(1);
        const has = selected[0]!.spec.containers.flatMap(({ ports = [] }) => ports.map((each) => each.name));
        const wanted =
          kind === 'Service'
            ? spec.ports!.map(({ targetPort }) => targetPort)
            : (spec.ingress ?? []).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
        expect(has).toEqual(expect.arrayContaining(wanted));
      }
    });

    it('has metrics scraped at a port that serves only metrics', () => {
      const services = manifests.filter(({ kind }) => kind === 'Service');
      for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'ServiceMonitor')) {
        const its = services.filter(({ metadata: { labels } }) =>
          isPart(labels, spec.selector!.matchLabels!),
        );
        expect(its.map((each) => each.metadata.name)).toEqual([`${metadata.name}-metrics`]);
        expect(its[0]!.spec.ports!.map((each) => each.name)).toEqual(['metrics']);
      }
    });
  });

  it('applies every value of every pod', () => {
    const values = yamlOf(chart.values('ci/all'));
    const pods = podsOf(chart.render('ci/all'));
    expect(pods).toHaveLength(name === 'countersign' ? 3 : 1);
    for (const pod of pods) {
      const given = partOf(values, name, pod.owner) as unknown as PodValues;
      expect(pod.labels).toMatchObject(given.podLabels);
      expect(pod.annotations).toMatchObject(given.podAnnotations);
      const { nodeSelector, tolerations, affinity, priorityClassName } = given;
      expect(pod.spec).toMatchObject({ nodeSelector, tolerations, affinity, priorityClassName });
      expect(pod.spec).toMatchObject({ imagePullSecrets: values.imagePullSecrets });
      const [spread] = given.topologySpreadConstraints;
      const labelSelector = {
        matchLabels: expect.objectContaining({ 'app.kubernetes.io/instance': 'countersign' }),
      };
      expect(pod.spec.topologySpreadConstraints).toEqual([{ ...spread, labelSelector }]);
      expect(pod.spec.volumes).toEqual(expect.arrayContaining(given.extraVolumes));
      for (const container of containersOf(pod)) {
        expect(container.image).toMatch(/^registry\.example\.test\/[a-z-]+@sha256:/);
        expect(container.imagePullPolicy).toBe('Always');
        expect(container.env).toEqual(expect.arrayContaining(given.extraEnv));
        expect(container.volumeMounts).toEqual(expect.arrayContaining(given.extraVolumeMounts));
        const ca = container.env.find((each) => each.name === 'NODE_EXTRA_CA_CERTS');
        expect(ca?.value).toBe('/etc/countersign/ca/ca.crt');
        expect(container.volumeMounts).toContainEqual({
          name: 'ca',
          mountPath: '/etc/countersign/ca',
          readOnly: true,
        });
      }
      expect(pod.spec.volumes!.find((each) => each.name === 'ca')).toMatchObject(
        name === 'countersign'
          ? { configMap: { name: 'authorities', items: [{ key: 'bundle.pem', path: 'ca.crt' }] } }
          : { secret: { secretName: 'authorities', items: [{ key: 'bundle.pem', path: 'ca.crt' }] } },
      );
    }
  });

  it('keeps the selector of a spread constraint', () => {
    const own = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
    const spread = [{ ...own, labelSelector: { matchLabels: { tier: 'one' } } }];
    const part = { topologySpreadConstraints: spread };
    const values = {
      ...yamlOf(chart.values('ci/least')),
      ...(name === 'countersign' ? { api: part } : part),
    };
    expect(podsOf(chart.render(values)).map(({ spec }) => spec.topologySpreadConstraints)).toContainEqual(
      spread,
    );
  });

  it('has valid Kubernetes names for a release name of any length', () => {
    const names = chart.render('ci/all', 'r'.repeat(53)).map(({ metadata }) => metadata.name);
    expect(names.filter((each) => each.length > 63)).toEqual([]);
    expect(new Set(names).size).toBeGreaterThan(5);
  });

  it('renders integers unchanged', () => {
    const values = yamlOf(chart.values('ci/least'));
    const [settings, variable] =
      name === 'countersign'
        ? ([{ api: { SVC_PUBLIC_URL: 12345678 } }, 'SVC_PUBLIC_URL'] as const)
        : ([{ VAULT_ROLE: 12345678 }, 'VAULT_ROLE'] as const);
    const containers = podsOf(chart.render({ ...values, settings })).flatMap(containersOf);
    expect(containers.flatMap(({ env }) => env)).toContainEqual({ name: variable, value: '12345678' });
  });

  it('refuses unknown values in every object of its schema', () => {
    const open = objectsIn(schemaOf(name))
      .filter(
        ([path]) => !/\/(if|then|else|not|allOf|items)(\/|$)/.test(path.replace('/items/properties', '')),
      )
      .filter(([, { additionalProperties }]) => additionalProperties !== false);
    expect(open.map(([path]) => path)).toEqual([]);
  });

  it('lists every value in values.yaml', () => {
    const values = yamlOf(chart.values('values'));
    const { properties, definitions } = schemaOf(name) as { properties: Schema; definitions: Schema };
    const missing = (schema: Schema, given: unknown, path: string): string[] => {
      const ref = schema.$ref as string | undefined;
      // Kubernetes' own schemas.
      if (ref === '#/definitions/resources' || ref === '#/definitions/affinity') return [];
      const own = ref === undefined ? schema : (definitions[ref.split('/').at(-1)!] as Schema);
      return Object.entries((own.properties ?? {}) as Record<string, Schema>).flatMap(([member, each]) =>
        given !== null && typeof given === 'object' && member in given
          ? missing(each, (given as Values)[member], `${path}.${member}`)
          : [`${path}.${member}`],
      );
    };
    // Required, and without a default that could be forgotten.
    const required = ['.migration.serviceRole', '.global'];
    expect(missing({ properties }, values, '').filter((path) => !required.includes(path))).toEqual([]);
  });

  it.each(settingLists().filter((each) => each.chart === name))(
    'has the list of variables at $path in its schema: else npm run reference writes it',
    ({ path, names }) => {
      const list = path.reduce<unknown>((node, member) => (node as Values)[member], schemaOf(name));
      expect(list).toEqual(names);
    },
  );

  it('prints notes whose commands name existing resources', () => {
    for (const values of valueFiles(name)) {
      const manifests = chart.render(values, 'mine');
      const notes = chart.notes(values, 'mine');
      const named = [...notes.matchAll(/\b(deployment|service)\/([a-z0-9-]+)/g)];
      expect(named.length).toBeGreaterThan(0);
      for (const [, kind, of] of named)
        expect(manifests.some((each) => each.kind.toLowerCase() === kind && each.metadata.name === of)).toBe(
          true,
        );
      for (const line of notes.split('\n').filter((each) => each.includes('kubectl ')))
        expect(line).toContain('kubectl -n security ');
      expect(notes).not.toMatch(/<no value>|%!/);
    }
  });
});

it('shares one file for the pods of both charts', () => {
  const [one, other] = NAMES.map((each) => readFileSync(`deploy/helm/${each}/templates/_pod.tpl`, 'utf8'));
  expect(one).toBe(other);
});

function isPart(labels: Readonly<Record<string, string>>, of: Readonly<Record<string, string>>): boolean {
  return Object.entries(of).every(([key, value]) => labels[key] === value);
}

/** Returns Helm's order of creation: hooks before the installation by weight, then the rest by kind. */
function weightOf({ kind, metadata }: Manifest): number {
  const hook = metadata.annotations?.['helm.sh/hook'];
  if (hook !== undefined) return Number(metadata.annotations!['helm.sh/hook-weight'] ?? 0) - 1000;
  return ['NetworkPolicy', 'ServiceAccount'].includes(kind) ? 0 : 1;
}
