import type { Member, Members } from './shape.js';

/** In the order in which they are carried out: what others name comes first. */
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
/** What documents name, and never describe: people and servers of Argo CD. */
export type NamedOnly = 'User' | 'GitopsEndpoint';
export type Referable = KindName | NamedOnly;

export type Spec = Readonly<Record<string, unknown>>;
/** The names that tell an object from all others of its kind. */
export type Identity = readonly (string | null)[];

/** A name in a document, and what it names. */
export interface Reference {
  readonly to: Referable;
  readonly identity: Identity;
  /** The member that holds it. */
  readonly path: readonly string[];
}

/** What is known of one kind of document. */
export interface Kind {
  readonly about: string;
  /** Whether `metadata.name` names the object. */
  readonly named: boolean;
  readonly members: Members;
  readonly identity: (name: string, spec: Spec) => Identity;
  readonly references: (spec: Spec) => Reference[];
  /** Returns a fault that no single member has: `member: what`. */
  readonly fault?: (spec: Spec) => { readonly member: string; readonly message: string } | null;
  /** Whether it has a description, which carries the managed-by mark. */
  readonly marked: boolean;
  /** Whether a document may say that it is not to be there. */
  readonly removable?: true;
}

/** Returns a text under which an identity is looked up. */
export const keyOf = (identity: Identity): string => JSON.stringify(identity);
/** Returns what people read of an identity. */
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

/** Returns the references of members that are there. */
export function refs(...all: readonly (Reference | null)[]): Reference[] {
  return all.filter((each) => each !== null);
}

/** Returns a reference to what a member names; null where it is absent. */
export function ref(spec: Spec, member: string, to: Referable): Reference | null {
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
