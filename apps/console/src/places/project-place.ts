import type { Place } from '#libs/permissions';

/** A project with the teams above it, as grants cover it. */
export interface ProjectPlace extends Place {
  readonly projectId: string;
}
