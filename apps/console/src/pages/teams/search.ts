/** What of the tree is shown, and how. */
export interface TeamsSearch {
  /** The grant whose teams are lit. */
  readonly grant?: string;
  readonly status?: 'archived';
  readonly as?: 'table';
}
