import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Helm } from '../helm.js';

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly resources: object;
  readonly securityContext: object;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
}

export interface PodSpec {
  readonly serviceAccountName: string;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name: string }[];
  readonly [member: string]: unknown;
}

interface Rule {
  readonly ports?: readonly { readonly port: number | string }[];
  readonly from?: unknown;
  readonly to?: unknown;
}

type Labels = Readonly<Record<string, string>>;

export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Labels;
    readonly annotations?: Labels;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly rules?: readonly {
    readonly resources: string[];
    readonly resourceNames?: string[];
    readonly verbs: string[];
  }[];
  readonly spec: {
    readonly selector?: Labels & { readonly matchLabels?: Labels };
    readonly podSelector?: { readonly matchLabels: Labels };
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly template?: {
      readonly metadata: { readonly labels: Labels; readonly annotations?: Labels };
      readonly spec: PodSpec;
    };
  };
}

/** One chart of deploy/helm, rendered with values of a file or of an object. */
export class ChartUnderTest {
  readonly path: string;
  readonly #withNotes: string;

  constructor(
    readonly name: string,
    private readonly helm: () => Helm,
  ) {
    this.path = `deploy/helm/${name}`;
    this.#withNotes = notesAsManifest(this.path);
  }

  /** Returns every manifest, hooks included. */
  render(values: string | object, release = 'countersign'): Manifest[] {
    return this.#all(values, release).filter(({ kind }) => kind !== 'Notes');
  }

  /** Returns the notes that Helm prints after an installation. */
  notes(values: string | object, release = 'countersign'): string {
    const notes = this.#all(values, release).find(({ kind }) => kind === 'Notes');
    return (notes as unknown as { text: string }).text;
  }

  /** Returns why these values are refused; `taken` if they are not. */
  refusal(values: object): string {
    try {
      this.helm().template(this.path, 'countersign', fileOf(values));
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Returns the chart's own file of that name: `ci/all`. */
  values(name: string): string {
    return `${this.path}/${name}.yaml`;
  }

  #all(values: string | object, release: string): Manifest[] {
    const file = typeof values === 'string' ? this.values(values) : fileOf(values);
    // Kubernetes reads YAML 1.1, where 0440 is octal.
    return parseAllDocuments(this.helm().template(this.#withNotes, release, file), { version: '1.1' })
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest !== null);
  }
}

/** Neither `helm template` nor the library prints notes. */
function notesAsManifest(chart: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-chart-'));
  cpSync(chart, folder, { recursive: true });
  const notes = join(folder, 'templates/NOTES.txt');
  const text = readFileSync(notes, 'utf8');
  renameSync(notes, join(folder, 'templates/notes.yaml'));
  writeFileSync(
    join(folder, 'templates/notes.yaml'),
    `{{- define "notes" }}${text}{{- end }}\nkind: Notes\nmetadata: { name: notes }\ntext: {{ include "notes" . | quote }}\n`,
  );
  return folder;
}

function fileOf(values: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'countersign-values-')), 'values.yaml');
  writeFileSync(file, JSON.stringify(values));
  return file;
}

/** Returns the pods of these manifests with their owners. */
export function podsOf(
  manifests: readonly Manifest[],
): { owner: Manifest; labels: Labels; annotations: Labels; spec: PodSpec }[] {
  return manifests.flatMap((owner) => {
    const template = owner.spec?.template;
    if (!template) return [];
    const { labels, annotations = {} } = template.metadata;
    return [{ owner, labels, annotations, spec: template.spec }];
  });
}

export function containersOf({ spec }: { spec: PodSpec }): Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

export function find(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`${kind} ${name} not found.`);
  return found;
}

export const valueOf = (container: Container, name: string): string | undefined =>
  container.env.find((each) => each.name === name)?.value;

/** Returns every file of the chart's ci folder, and the example of production. */
export function valueFiles(chart: string): string[] {
  const ci = readdirSync(`deploy/helm/${chart}/ci`).map((file) => `ci/${file.replace('.yaml', '')}`);
  return [...ci.sort(), 'values-production'];
}
