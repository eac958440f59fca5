import type { Member, Members } from './shape.js';

/** In the order of execution: referenced kinds come first. */
export const KIND_NAMES = [
  'Team',
  'Project',
  'Environment',
  'Role',
  'Workflow',
  'Settings',
  'Connection',
  'Binding',
  'Policy',
  'ScopedPolicy',
  'Grant',
  'GitopsMapping',
] as const;

export type KindName = (typeof KIND_NAMES)[number];
/** Kinds that documents reference but can't describe: people and Argo CD endpoints. */
export type NamedOnly = 'User' | 'GitopsEndpoint';
export type ReferableKind = KindName | NamedOnly;

export type Spec = Readonly<Record<string, unknown>>;
/** The names that identify an object among all of its kind. */
export type Identity = readonly (string | null)[];

/** A reference by name in a document. */
export interface Reference {
  readonly to: ReferableKind;
  readonly identity: Identity;
  /** The member with the name. */
  readonly path: readonly string[];
}

/** A kind of document. */
export interface Kind {
  readonly about: string;
  /** Whether `metadata.name` names the object. */
  readonly named: boolean;
  readonly members: Members;
  readonly identity: (name: string, spec: Spec) => Identity;
  readonly references: (spec: Spec) => Reference[];
  /** Returns a fault that involves several members: `member: what`. */
  readonly fault?: (spec: Spec) => { readonly member: string; readonly message: string } | null;
  /** Whether it has a description, which carries the managed-by mark. */
  readonly marked: boolean;
  /** Whether a document may say that the object must not exist. */
  readonly removable?: true;
}

/** Returns a lookup key for an identity. */
export const keyOf = (identity: Identity): string => JSON.stringify(identity);
/** Returns an identity as text for people. */
export const labelOf = (identity: Identity): string => identity.filter((part) => part !== null).join('/');

export const text = (spec: Spec, member: string): string | null =>
  (spec[member] as string | undefined) ?? null;

export const NAME = { is: 'text', most: 200, pattern: /\S/ } as const;
export const flag = (about: string): Member => ({ shape: { is: 'flag' }, about });
export const integer = (least: number, most: number, about: string): Member => ({
  shape: { is: 'integer', least, most },
  about,
});
export const name = (about: string, more: Partial<Member> = {}): Member => ({ shape: NAME, about, ...more });
export const oneOf = (of: readonly string[], about: string, more: Partial<Member> = {}): Member => ({
  shape: { is: 'one of', of },
  about,
  ...more,
});

/** Returns the references that are not null. */
export function refs(...all: readonly (Reference | null)[]): Reference[] {
  return all.filter((each) => each !== null);
}

/** Returns a member as a reference; null if it is absent. */
export function ref(spec: Spec, member: string, to: ReferableKind): Reference | null {
  const named = text(spec, member);
  return named === null ? null : { to, identity: [named], path: [member] };
}

/** Returns a reference to an environment of the project that another member names. */
export function environmentRef(spec: Spec): Reference | null {
  const [project, environment] = [text(spec, 'project'), text(spec, 'environment')];
  return project === null || environment === null
    ? null
    : { to: 'Environment', identity: [project, environment], path: ['environment'] };
}
