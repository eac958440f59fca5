/** The type of a member. */
export type Shape =
  | { readonly is: 'text'; readonly most?: number; readonly pattern?: RegExp }
  | { readonly is: 'integer'; readonly least: number; readonly most: number }
  | { readonly is: 'flag' }
  | { readonly is: 'one of'; readonly of: readonly string[] }
  | { readonly is: 'set'; readonly of: Shape; readonly most: number }
  | { readonly is: 'object'; readonly members: Members }
  /** A map whose member names the service defines, each a text. */
  | { readonly is: 'map' }
  | { readonly is: 'anything' };

export interface Member {
  readonly shape: Shape;
  readonly about: string;
  /** The member is required. */
  readonly required?: boolean;
  /** The member is immutable. */
  readonly fixed?: boolean;
  /** `null` removes it. */
  readonly nullable?: boolean;
}

export type Members = Readonly<Record<string, Member>>;
type Path = readonly (string | number)[];

export interface ShapeFault {
  readonly path: Path;
  readonly message: string;
}

/** Returns every fault of an object with these members, in their order. */
export function faultsOf(value: unknown, members: Members, path: Path = []): ShapeFault[] {
  if (!isObject(value)) return [{ path, message: 'must have members' }];
  const unknown = Object.keys(value)
    .filter((name) => !Object.hasOwn(members, name))
    .map((name) => ({ path: [...path, name], message: unknownMember(name, Object.keys(members)) }));
  const missing = Object.entries(members)
    .filter(([name, { required }]) => required === true && !Object.hasOwn(value, name))
    .map(([name]) => ({ path, message: `${name} is missing` }));
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(members, name));
  return [
    ...unknown,
    ...missing,
    ...known.flatMap(([name, held]) => memberFaults(held, members[name]!, [...path, name])),
  ];
}

function unknownMember(name: string, known: readonly string[]): string {
  return `there is no member ${name} here; known: ${known.join(', ')}`;
}

function memberFaults(value: unknown, { shape, nullable }: Member, path: Path): ShapeFault[] {
  if (value === null) return nullable === true ? [] : [{ path, message: 'must not be empty' }];
  return shapeFaults(value, shape, path);
}

type Check<S extends Shape> = (value: unknown, shape: S, path: Path) => ShapeFault[];

const CHECKS: { readonly [K in Shape['is']]: Check<Extract<Shape, { is: K }>> } = {
  text: (value, shape, path) => textFault(value, shape).map((message) => ({ path, message })),
  integer: (value, { least, most }, path) => {
    const fits = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    return fits ? [] : [{ path, message: `must be a whole number from ${least} to ${most}` }];
  },
  flag: (value, _, path) => (typeof value === 'boolean' ? [] : [{ path, message: 'must be true or false' }]),
  'one of': (value, { of }, path) =>
    of.includes(value as string) ? [] : [{ path, message: `must be one of ${of.join(', ')}` }],
  set: setFaults,
  object: (value, { members }, path) => faultsOf(value, members, path),
  map: (value, _, path) => mapFaults(value, path),
  anything: () => [],
};

function shapeFaults(value: unknown, shape: Shape, path: Path): ShapeFault[] {
  return (CHECKS[shape.is] as Check<Shape>)(value, shape, path);
}

function textFault(value: unknown, { most = 200, pattern }: Extract<Shape, { is: 'text' }>): string[] {
  if (typeof value !== 'string') return ['must be text; quote it if it looks like something else'];
  if (value.length > most) return [`must be at most ${most} characters`];
  return pattern === undefined || pattern.test(value) ? [] : ['is not of the form that it must have'];
}

function setFaults(value: unknown, { of, most }: Extract<Shape, { is: 'set' }>, path: Path): ShapeFault[] {
  if (!Array.isArray(value)) return [{ path, message: 'must be a list' }];
  if (value.length > most) return [{ path, message: `must have at most ${most} entries` }];
  const seen = new Set<unknown>();
  return value.flatMap((entry: unknown, at) => {
    if (seen.has(entry)) return [{ path: [...path, at], message: 'is there twice' }];
    seen.add(entry);
    return shapeFaults(entry, of, [...path, at]);
  });
}

function mapFaults(value: unknown, path: Path): ShapeFault[] {
  if (!isObject(value)) return [{ path, message: 'must have members' }];
  return Object.entries(value)
    .filter(([, held]) => typeof held !== 'string')
    .map(([name]) => ({ path: [...path, name], message: 'must be text' }));
}

/** Returns whether a value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
