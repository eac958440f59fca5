/** The workspaces whose packages the images hold; the client and what this project is built and tested with stay outside. */
export const SHIPPED_WORKSPACES = ['libs', 'apps/api', 'apps/worker', 'apps/agent'];
