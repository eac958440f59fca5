import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.js';
import { VaultAdmin } from './vault-admin.js';

const START_DEADLINE_MS = 30_000;

export interface OpenBaoOptions {
  /** PEM of a certificate for 127.0.0.1 with its key and its CA; http without them. */
  tls?: { cert: string; key: string; ca: string };
}

export interface OpenBao {
  readonly url: string;
  readonly rootToken: string;
  /** The unseal key (one share). */
  readonly unsealKey: string;
  /** Returns its output so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the server of that binary on a free loopback port, in memory, initialized and unsealed.
 * @throws Error with its output if it does not start
 */
export async function startOpenBao(binary: string, { tls }: OpenBaoOptions = {}): Promise<OpenBao> {
  const folder = await mkdtemp(join(tmpdir(), 'openbao-'));
  const port = await freePort();
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const config = join(folder, 'config.hcl');
  if (tls) {
    await writeFile(join(folder, 'cert.pem'), tls.cert);
    await writeFile(join(folder, 'key.pem'), tls.key, { mode: 0o600 });
  }
  await writeFile(config, configuration(folder, port, url, tls !== undefined));
  const server = new ServerProcess(binary, config, folder);
  try {
    const admin = new VaultAdmin(url, '', tls?.ca ?? null);
    await server.isServing(admin);
    const made = await admin.call('PUT', 'sys/init', { secret_shares: 1, secret_threshold: 1 });
    const [unsealKey] = made.keys as [string];
    await admin.call('PUT', 'sys/unseal', { key: unsealKey });
    const rootToken = made.root_token as string;
    await isActive(admin);
    return { url, rootToken, unsealKey, output: () => server.output, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw new Error(`OpenBao did not start: ${server.output}`, { cause: error });
  }
}

function configuration(folder: string, port: number, url: string, hasTls: boolean): string {
  const files = `tls_cert_file = "${folder}/cert.pem"\n  tls_key_file = "${folder}/key.pem"`;
  return `storage "inmem" {}
api_addr = "${url}"
listener "tcp" {
  address = "127.0.0.1:${port}"
  ${hasTls ? files : 'tls_disable = true'}
}
`;
}

/** Waits until it serves after unsealing. */
export async function isActive(admin: VaultAdmin): Promise<void> {
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await sleep(50)) {
    if ((await admin.ask('GET', 'sys/health')).status === 200) return;
  }
  throw new Error('OpenBao did not become active');
}

class ServerProcess {
  output = '';
  readonly #child: ChildProcess;
  readonly #killAtExit = () => this.#child.kill('SIGKILL');

  constructor(
    binary: string,
    config: string,
    private readonly folder: string,
  ) {
    this.#child = spawn(binary, ['server', `-config=${config}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.on('error', (error) => (this.output += error.message));
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
    process.once('exit', this.#killAtExit);
  }

  async isServing(admin: VaultAdmin): Promise<void> {
    for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await sleep(50)) {
      if (this.#isOver) throw new Error('OpenBao ended');
      const answers = await admin.ask('GET', 'sys/seal-status').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (answers) return;
    }
    throw new Error('OpenBao does not answer');
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killAtExit);
    if (!this.#isOver) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  get #isOver(): boolean {
    return this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
