import { type Document as YamlDocument, LineCounter, type Node, parseAllDocuments, visit } from 'yaml';
import { reasonOf } from '../exit.js';
import { type Identity, KIND_NAMES, type KindName, keyOf, labelOf, type Spec } from './kind.js';
import { KINDS } from './kinds/all.js';
import { faultsOf, type Members } from './shape.js';

export const API_VERSION = 'countersign/v1';

/** A position in the files: `platform/teams.yaml:12:3`. */
export type Position = string;

/** One object as described by a file. Absent members stay unchanged. */
export interface Document {
  readonly kind: KindName;
  readonly name: string;
  readonly managedBy: string | null;
  /** The object must not exist: the spec only identifies it. */
  readonly absent: boolean;
  readonly spec: Spec;
  readonly identity: Identity;
  readonly key: string;
  readonly label: string;
  readonly position: Position;
  /** Returns the position of a member of the spec. */
  readonly at: (path: readonly string[]) => Position;
}

export interface Fault {
  readonly position: Position;
  readonly message: string;
}

export interface Parsed {
  readonly documents: readonly Document[];
  readonly faults: readonly Fault[];
}

const MARK = { is: 'text', most: 80, pattern: /^[\w.@/-]+$/ } as const;
const HEAD: Members = {
  apiVersion: { shape: { is: 'one of', of: [API_VERSION] }, about: 'the form of the file', required: true },
  kind: { shape: { is: 'one of', of: KIND_NAMES }, about: 'what it describes', required: true },
};

const ABSENT = 'absent';
/** Maximum number of faults listed per document, because finding each position takes time. */
const MAX_FAULTS = 100;

/** Returns the members of `metadata` of a kind. */
function metadataOf(kind: KindName, absent: boolean): Members {
  const mark = {
    shape: MARK,
    about: 'who keeps the object: --prune removes what has this mark and no document',
  };
  const name = {
    shape: { is: 'text', most: 200, pattern: /\S/ },
    about: 'its name',
    required: true,
  } as const;
  const state = {
    shape: { is: 'one of', of: [ABSENT] },
    about: 'absent: it is removed, and the spec says no more than which one',
    required: absent,
  } as const;
  const { named, removable } = KINDS[kind];
  return {
    ...(named ? { name } : {}),
    'managed-by': mark,
    ...(removable === true ? { state } : {}),
  };
}

/** Returns the members of a whole document. @param absent for a document that says that the object must not exist */
export function documentOf(kind: KindName, absent = false): Members {
  const { named, about } = KINDS[kind];
  const members = absent ? tellingApart(kind) : KINDS[kind].members;
  const metadata = {
    shape: { is: 'object', members: metadataOf(kind, absent) },
    about: 'which object',
  } as const;
  return {
    ...HEAD,
    kind: { ...HEAD['kind']!, shape: { is: 'one of', of: [kind] } },
    metadata: { ...metadata, required: named || absent },
    spec: { shape: { is: 'object', members }, about, required: !absent || isNeeded(members) },
  };
}

/** Immutable members identify an object; the others are not needed for one that must not exist. */
function tellingApart(kind: KindName): Members {
  const members = Object.entries(KINDS[kind].members);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      { ...member, required: member.fixed === true && member.required },
    ]),
  );
}

const isNeeded = (members: Members): boolean =>
  Object.values(members).some(({ required }) => required === true);

/** Parses the documents of one file, and validates each by its kind; faults have line and column. */
export function parse(file: string, source: string): Parsed {
  const lines = new LineCounter();
  const found = parseAllDocuments(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  if (!Array.isArray(found)) return NOTHING;
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const parsed = found.map((yaml) => parseOne(yaml, positionOf));
  return {
    documents: parsed.flatMap(({ documents }) => documents),
    faults: parsed.flatMap(({ faults }) => faults),
  };
}

const NOTHING: Parsed = { documents: [], faults: [] };

function parseOne(yaml: YamlDocument.Parsed, positionOf: (offset: number) => Position): Parsed {
  const { errors } = yaml;
  const broken =
    errors.length > 0 ? errors.map(({ pos, message }) => [pos[0], message] as const) : doubled(yaml);
  if (broken.length > 0)
    return { documents: [], faults: broken.map(([at, message]) => ({ position: positionOf(at), message })) };
  let value: unknown;
  try {
    value = yaml.toJS();
  } catch (error) {
    // An alias without an anchor, or exponential expansion.
    return { documents: [], faults: [{ position: positionOf(yaml.range[0]), message: reasonOf(error) }] };
  }
  if (value === null) return NOTHING;
  const at = (path: readonly (string | number)[]): Position => positionOf(offsetOf(yaml, path));
  const kind = kindOf(value);
  const all = faultsOf(value, kind === null ? HEAD_ALONE : documentOf(kind, isAbsent(kind, value)));
  const faults = all.slice(0, MAX_FAULTS);
  if (kind === null || faults.length > 0)
    return {
      documents: [],
      faults: faults.map(({ path, message }) => ({ position: at(path), message: said(path, message) })),
    };
  return checked(kind, value as Checked, at);
}

/** Returns duplicate keys of maps with their positions. The parser's own check is quadratic. */
function doubled(yaml: YamlDocument.Parsed): (readonly [offset: number, message: string])[] {
  const found: (readonly [number, string])[] = [];
  visit(yaml, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const { value, range } = key as { value?: unknown; range?: readonly number[] };
        if (names.has(value)) found.push([range?.[0] ?? 0, 'Map keys must be unique']);
        else if (value !== undefined) names.add(value);
      }
    },
  });
  return found;
}

/** The members of a document of unknown kind; nothing else in it can be validated. */
const HEAD_ALONE: Members = {
  ...HEAD,
  metadata: { shape: { is: 'anything' }, about: '' },
  spec: { shape: { is: 'anything' }, about: '' },
};

interface Checked {
  readonly metadata?: { readonly name?: string; readonly 'managed-by'?: string; readonly state?: string };
  readonly spec?: Spec;
}

function checked(
  kind: KindName,
  { metadata = {}, spec = {} }: Checked,
  at: (path: readonly string[]) => Position,
): Parsed {
  const { identity, fault } = KINDS[kind];
  const found = fault?.(spec) ?? null;
  if (found !== null) {
    const { member, message } = found;
    return {
      documents: [],
      faults: [{ position: at(['spec', member]), message: `spec.${member}: ${message}` }],
    };
  }
  const name = metadata.name ?? '';
  const names = identity(name, spec);
  const document: Document = {
    ...{ kind, name, spec, managedBy: metadata['managed-by'] ?? null, absent: metadata.state === ABSENT },
    ...{ identity: names, key: keyOf(names), label: labelOf(names), position: at([]) },
    at: (path) => at(['spec', ...path]),
  };
  return { documents: [document], faults: [] };
}

function isAbsent(kind: KindName, value: unknown): boolean {
  const { metadata } = value as { metadata?: { state?: unknown } | null };
  return KINDS[kind].removable === true && metadata?.state === ABSENT;
}

function kindOf(value: unknown): KindName | null {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return KIND_NAMES.find((each) => each === kind) ?? null;
}

const said = (path: readonly (string | number)[], message: string): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** Returns the offset of a member: of its name if it has one, else of the nearest parent. */
function offsetOf(yaml: YamlDocument.Parsed, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const holder = yaml.getIn(path.slice(0, length - 1), true) as { items?: readonly unknown[] } | undefined;
    const last = path[length - 1]!;
    const item = typeof last === 'number' ? holder?.items?.[last] : pairOf(holder?.items, last)?.key;
    const start = (item as Node | undefined)?.range?.[0];
    if (start !== undefined) return start;
  }
  return yaml.contents?.range[0] ?? yaml.range[0];
}

function pairOf(items: readonly unknown[] | undefined, name: string): { key?: unknown } | undefined {
  return (items as { key?: { value?: unknown } }[] | undefined)?.find(({ key }) => key?.value === name);
}

/** Returns a fault for each document that describes the same object as an earlier one. */
export function duplicateDocuments(documents: readonly Document[]): Fault[] {
  const first = new Map<string, Document>();
  return documents.flatMap((document) => {
    const { kind, key, label, position } = document;
    const other = first.get(`${kind} ${key}`);
    if (other === undefined) {
      first.set(`${kind} ${key}`, document);
      return [];
    }
    return [{ position, message: `${kind} ${label} is described in ${other.position} already` }];
  });
}
