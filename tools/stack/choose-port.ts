import { freePort, isFree } from '../free-port.js';

/** Returns the preferred loopback port, or any free one if it is in use. */
export async function choosePort(preferred: number): Promise<number> {
  return (await isFree(preferred)) ? preferred : freePort();
}
