import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { ListenAddress } from '#libs/config';

/** An address that can not be listened on, named by its variable. */
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
 * Listens at the address that a variable gives.
 *
 * @param variable its name
 * @param backlog connections that may wait to be accepted
 * @returns the port, which is a free one where 0 was asked for
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
