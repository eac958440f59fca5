/** The workspaces whose packages are in the images; build and test packages are not. */
export const SHIPPED_WORKSPACES = ['libs', 'apps/api', 'apps/worker', 'apps/agent', 'apps/console'];

/** All delivered workspaces: the command line bundles its packages. */
export const DELIVERED_WORKSPACES = [...SHIPPED_WORKSPACES, 'apps/cli'];
