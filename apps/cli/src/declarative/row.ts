/** A row as the service answers it. */
export interface Row {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** What ids mean. */
export interface Names {
  /** Returns the name; the id itself where the caller may not see the object. */
  of(
    kind: 'Team' | 'Project' | 'Workflow' | 'Role' | 'Connection' | 'User' | 'GitopsEndpoint',
    id: string,
  ): string;
  /** An environment is named within its project. */
  environment(id: string): { readonly project: string; readonly name: string };
}
