export const ENVIRONMENT_TYPES = ['dev', 'staging', 'uat', 'prod', 'other'] as const;
export const ENVIRONMENT_KINDS = ['non_prod', 'prod'] as const;

/** A free label of the lifecycle. */
export type EnvironmentType = (typeof ENVIRONMENT_TYPES)[number];

/** The safety classification; immutable after creation. */
export type EnvironmentKind = (typeof ENVIRONMENT_KINDS)[number];

/** Returns the given kind, or the default kind of the type. */
export function environmentKind(type: EnvironmentType, kind?: EnvironmentKind): EnvironmentKind {
  if (kind !== undefined) return kind;
  return type === 'prod' ? 'prod' : 'non_prod';
}
