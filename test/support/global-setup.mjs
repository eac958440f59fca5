import { startTestServers } from '../../dist/tools/test-servers.js';

/** Starts the run's own Postgres and Redis; needs `npm run build` first, as `npm test` does it. */
export default async function globalSetup() {
  globalThis.testServers = await startTestServers();
  Object.assign(process.env, globalThis.testServers.environment);
}
