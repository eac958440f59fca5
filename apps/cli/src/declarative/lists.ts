/** The lists of the interface that hold all objects of a kind, below `/api/v1/`. */
export const LISTS = {
  Team: 'teams',
  Project: 'projects',
  Environment: 'environments',
  Role: 'roles',
  Workflow: 'workflows',
  Connection: 'provider-connections',
  Policy: 'policies',
  Grant: 'user-roles',
} as const;
