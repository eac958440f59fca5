/** The workspaces whose packages the images hold; what this project is built and tested with stays outside. */
export const SHIPPED_WORKSPACES = ['libs', 'apps/api', 'apps/worker', 'apps/agent', 'apps/console'];

/** Those whose packages are delivered at all: the command line has its own in its bundles. */
export const DELIVERED_WORKSPACES = [...SHIPPED_WORKSPACES, 'apps/cli'];
