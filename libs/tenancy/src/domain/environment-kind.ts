import type { EnvironmentKind } from '#libs/policy-engine';

export const ENVIRONMENT_TYPES = ['dev', 'staging', 'uat', 'prod', 'other'] as const;

/** A free label of the lifecycle. */
export type EnvironmentType = (typeof ENVIRONMENT_TYPES)[number];

/** Returns the given kind, or the default kind of the type. */
export function environmentKind(type: EnvironmentType, kind?: EnvironmentKind): EnvironmentKind {
  if (kind !== undefined) return kind;
  return type === 'prod' ? 'prod' : 'non_prod';
}
