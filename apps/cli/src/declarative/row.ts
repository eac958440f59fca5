/** A row of a response. */
export interface Row {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** Names by id. */
export interface Names {
  /** Returns the name; the id if the caller may not see the object. */
  of(
    kind: 'Team' | 'Project' | 'Workflow' | 'Role' | 'Connection' | 'User' | 'GitopsEndpoint',
    id: string,
  ): string;
  /** Returns an environment's project and name. */
  environment(id: string): { readonly project: string; readonly name: string };
}
