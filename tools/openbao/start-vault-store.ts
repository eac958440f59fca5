import { randomUUID } from 'node:crypto';
import { startDevKv } from '../dev-kv/start-dev-kv.js';
import { isActive, type OpenBaoOptions, startOpenBao } from './start-openbao.js';
import { VaultAdmin } from './vault-admin.js';

/** A store of the vault type for one story: a real OpenBao, or the development store. */
export interface VaultStore {
  readonly kind: 'openbao' | 'dev-kv';
  readonly url: string;
  readonly rootToken: string;
  /** Client of the root namespace, with the root token. Initially nothing is mounted. */
  readonly admin: VaultAdmin;
  seal(): Promise<void>;
  unseal(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the server whose binary OPENBAO names (`OPENBAO=/usr/local/bin/bao npm test -- apps/agent`), or else the
 * development store, which behaves the same in all that the stories use.
 */
export function startVaultStore(options: OpenBaoOptions = {}): Promise<VaultStore> {
  const binary = process.env.OPENBAO ?? '';
  return binary === '' ? startStandIn(options) : startReal(binary, options);
}

async function startReal(binary: string, options: OpenBaoOptions): Promise<VaultStore> {
  const { rootToken, unsealKey, url, ...server } = await startOpenBao(binary, options);
  const admin = new VaultAdmin(url, rootToken, options.tls?.ca ?? null);
  return { kind: 'openbao', url, rootToken, admin, stop: () => server.stop(), ...sealing(admin, unsealKey) };
}

async function startStandIn({ tls }: OpenBaoOptions): Promise<VaultStore> {
  const rootToken = `s.${randomUUID()}`;
  const kv = await startDevKv({ token: rootToken, mounts: [], ...(tls ? { tls } : {}) });
  const admin = new VaultAdmin(kv.url, rootToken, tls?.ca ?? null);
  const { url } = kv;
  return { kind: 'dev-kv', url, rootToken, admin, stop: () => kv.stop(), ...sealing(admin, 'any') };
}

function sealing(admin: VaultAdmin, key: string): Pick<VaultStore, 'seal' | 'unseal'> {
  return {
    seal: async () => void (await admin.call('PUT', 'sys/seal')),
    unseal: async () => {
      await admin.call('PUT', 'sys/unseal', { key });
      await isActive(admin);
    },
  };
}
