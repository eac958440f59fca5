export const STATUSES = ['active', 'archived'] as const;

/** Status of a team or a project. An archived one accepts nothing new. */
export type Status = (typeof STATUSES)[number];
