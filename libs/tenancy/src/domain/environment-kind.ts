export const ENVIRONMENT_TYPES = ['dev', 'staging', 'uat', 'prod', 'other'] as const;
export const ENVIRONMENT_KINDS = ['non_prod', 'prod'] as const;

/** A free lifecycle label. */
export type EnvironmentType = (typeof ENVIRONMENT_TYPES)[number];

/** The hard safety classifier; it never changes after creation. */
export type EnvironmentKind = (typeof ENVIRONMENT_KINDS)[number];

/** The kind that was asked for, else the one that the label stands for. */
export function environmentKind(type: EnvironmentType, kind?: EnvironmentKind): EnvironmentKind {
  if (kind !== undefined) return kind;
  return type === 'prod' ? 'prod' : 'non_prod';
}
