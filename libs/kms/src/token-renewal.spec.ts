import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { TransitServer } from './testing/transit-server.js';
import { TokenRenewal } from './token-renewal.js';
import { TransitClient } from './transit-client.js';
import { TransitToken } from './transit-token.js';

const TOKEN = 'hvs.a-token-of-the-tests';

describe('TokenRenewal', () => {
  let server: TransitServer;
  let pauses: number[];

  beforeAll(() => Logger.overrideLogger(false));

  beforeEach(async () => {
    server = await TransitServer.start(TOKEN, 'wraps');
    pauses = [];
  });

  afterEach(() => server.stop());

  /** Runs until the given number of pauses is over; `between` sees each of them. */
  async function run(times: number, between: (pause: number) => void = () => undefined): Promise<void> {
    const client = new TransitClient(server.addr, new TransitToken(SecretBytes.fromUtf8(TOKEN)));
    const renewal = new TokenRenewal(client, async (milliseconds) => {
      pauses.push(milliseconds);
      between(pauses.length);
      if (pauses.length >= times) renewal.stop();
    });
    await renewal.run();
  }

  const asked = (): string[] => server.requests.map(({ path }) => path.replace('/v1/auth/token/', ''));

  it('renews at two thirds of the remaining lease, with jitter', async () => {
    await run(3);
    expect(asked()).toEqual(['lookup-self', 'renew-self', 'renew-self']);
    for (const pause of pauses) {
      expect(pause).toBeGreaterThanOrEqual(2160_000);
      expect(pause).toBeLessThanOrEqual(2400_000);
    }
  });

  it.each([
    ['can not be renewed', { seconds: 3600, renewable: false }],
    ['lasts for ever', { seconds: 0, renewable: true }],
  ])('does not renew a token that %s', async (_, lease) => {
    server.lease = lease;
    await run(9);
    expect(asked()).toEqual(['lookup-self']);
    expect(pauses).toEqual([]);
  });

  it('retries within 30 seconds after a failure and continues', async () => {
    await run(3, (pause) => {
      server.forced = pause === 1 ? { status: 503, body: { errors: ['Vault is sealed'] } } : undefined;
    });
    expect(asked()).toEqual(['lookup-self', 'renew-self', 'lookup-self']);
    expect(pauses[1]).toBeLessThanOrEqual(30_000);
    expect(pauses[2]).toBeGreaterThan(30_000);
  });

  it('retries sooner when the lease is short', async () => {
    server.lease = { seconds: 30, renewable: true };
    await run(2, () => (server.forced = { status: 500, body: {} }));
    expect(pauses[1]).toBeLessThanOrEqual(3_000);
  });

  it('stops without waiting for its timer', async () => {
    const client = new TransitClient(server.addr, new TransitToken(SecretBytes.fromUtf8(TOKEN)));
    const renewal = new TokenRenewal(client);
    const running = renewal.run();
    renewal.stop();
    await expect(running).resolves.toBeUndefined();
  });
});
