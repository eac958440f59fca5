/** Ends the run's servers. */
export default async function globalTeardown() {
  await globalThis.testServers?.stop();
}
