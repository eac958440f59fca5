export const STATUSES = ['active', 'archived'] as const;

/** Of a team or a project: nothing new may start in an archived one. */
export type Status = (typeof STATUSES)[number];
