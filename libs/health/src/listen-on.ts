import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { ListenAddress } from '#libs/config';

/** The address of a variable cannot be listened on. */
class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'listen_failed';
  readonly kind = 'config';

  constructor(variable: string, cause: unknown) {
    const { code } = cause as { code?: unknown };
    super(`${variable}: can not be listened on (${typeof code === 'string' ? code : 'unknown'})`);
  }
}

/**
 * Listens on the address in a variable.
 * @param variable its name, for the error
 * @param backlog maximum number of connections waiting to be accepted
 * @returns the port; a free one if the address says 0
 * @throws ListenError
 */
export async function listenOn(
  server: Server,
  variable: string,
  { host, port }: ListenAddress,
  backlog?: number,
): Promise<number> {
  try {
    server.listen({ port, host: host ?? undefined, backlog });
    await once(server, 'listening');
  } catch (error) {
    throw new ListenError(variable, error);
  }
  return (server.address() as AddressInfo).port;
}
