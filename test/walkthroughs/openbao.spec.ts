import { dirname } from 'node:path';
import { describe, it } from '@jest/globals';
import { startVaultStore } from '../../tools/openbao/start-vault-store.js';
import { freePort } from '../../tools/free-port.js';
import { startRedis } from '../../tools/redis.js';
import { Walk, type WalkOptions } from './walk.js';

const PAGE = 'docs/walkthroughs/openbao.md';

interface Place {
  readonly options: WalkOptions;
  stop(): Promise<void>;
}

/** The server that OPENBAO names is started by the page's own command, in a development server's form. */
async function serverOfPage(program: string): Promise<Place> {
  const env = { STORE: `http://127.0.0.1:${await freePort()}` };
  return { options: { env, path: [dirname(program)] }, stop: async () => undefined };
}

/** Elsewhere the development store is there already, as the reader's own would be. */
async function storeOfReader(): Promise<Place> {
  const store = await startVaultStore();
  return {
    options: {
      env: { STORE: store.url },
      files: { 'store-token': store.rootToken },
      instead: { 'start the store': () => undefined },
    },
    stop: () => store.stop(),
  };
}

describe('The walkthrough with OpenBao', () => {
  it('leads from nothing to the first value', async () => {
    const program = process.env.OPENBAO ?? '';
    const [place, redis] = await Promise.all([
      program === '' ? storeOfReader() : serverOfPage(program),
      startRedis(),
    ]);
    const walk = await Walk.begin({
      ...place.options,
      files: { ...place.options.files, 'redis-url': redis.url },
    });
    try {
      await walk.through(PAGE);
    } finally {
      await walk.end();
      await Promise.all([place.stop(), redis.stop()]);
    }
  }, 300_000);
});
