/** Which projects are listed. */
export interface ProjectsSearch {
  readonly show?: 'all';
  readonly status?: 'archived';
  /** A part of the name. */
  readonly q?: string;
}
