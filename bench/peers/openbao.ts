import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/free-port.js';
import type { Call } from '../support/http-load.js';
import { type RunningProcess, startProgram, untilReady } from '../support/start-process.js';
import type { Contender } from './contender.js';
import { JsonCalls } from './json-calls.js';

const CALLERS = 32;
/** Wraps that are made at once before they are measured. */
const AT_ONCE = 32;

/**
 * OpenBao: one node with raft storage and a file audit device, without TLS as the others. Its counterpart of a
 * retrieval is the unwrap of a response-wrapping token, in its cheapest form: the token itself is the caller.
 */
export class OpenBao implements Contender {
  readonly name = 'OpenBao';
  private readonly calls: JsonCalls;
  private rootToken = '';
  private unsealKey = '';

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly url: string,
  ) {
    this.calls = new JsonCalls(`${url}/v1`);
  }

  /** @param program the `bao` binary */
  static async create(program: string): Promise<OpenBao> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-openbao-'));
    await mkdir(join(folder, 'raft'));
    const url = `http://127.0.0.1:${await freePort()}`;
    await writeFile(join(folder, 'bao.hcl'), configuration(folder, url, await freePort()));
    const bao = new OpenBao(program, folder, url);
    const first = await bao.run();
    const { root_token, keys } = await bao.calls.send<{ root_token: string; keys: [string] }>(
      ...(['PUT', '/sys/init', {}, { secret_shares: 1, secret_threshold: 1 }] as const),
    );
    bao.rootToken = root_token;
    bao.unsealKey = keys[0];
    await bao.unseal();
    await first.stop();
    return bao;
  }

  async start(): Promise<RunningProcess> {
    const running = await this.run();
    await this.unseal();
    return running;
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async retrievals(count: number): Promise<Call[]> {
    const calls: Call[] = [];
    let next = 0;
    const wrapping = async (): Promise<void> => {
      while (next++ < count) calls.push(unwrap(await this.wrapped()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, wrapping));
    return calls;
  }

  async identities(count: number): Promise<Call[]> {
    const tokens = await Promise.all(Array.from({ length: CALLERS }, () => this.newToken()));
    return Array.from({ length: count }, (_, n) => ({
      ...{ method: 'GET', path: '/v1/auth/token/lookup-self' },
      headers: { 'x-vault-token': tokens[n % tokens.length]! },
    }));
  }

  /** Starts it and resolves when it answers, sealed. */
  private async run(): Promise<RunningProcess> {
    const running = await startProgram(
      this.program,
      ['server', `-config=${join(this.folder, 'bao.hcl')}`],
      this.url,
      { HOME: this.folder, BAO_DISABLE_MLOCK: 'true' },
    );
    await untilReady(`${this.url}/v1/sys/health?uninitcode=200&sealedcode=200`);
    return running;
  }

  private async unseal(): Promise<void> {
    await this.calls.send('PUT', '/sys/unseal', {}, { key: this.unsealKey });
    await untilReady(`${this.url}/v1/sys/health`);
  }

  private async newToken(): Promise<string> {
    const { auth } = await this.calls.send<{ auth: { client_token: string } }>(
      ...(['POST', '/auth/token/create', this.asRoot(), { policies: ['default'] }] as const),
    );
    return auth.client_token;
  }

  private async wrapped(): Promise<string> {
    const headers = { ...this.asRoot(), 'x-vault-wrap-ttl': '3600' };
    const { wrap_info } = await this.calls.send<{ wrap_info: { token: string } }>(
      ...(['POST', '/sys/wrapping/wrap', headers, { value: randomBytes(32).toString('base64') }] as const),
    );
    return wrap_info.token;
  }

  private asRoot(): Record<string, string> {
    return { 'x-vault-token': this.rootToken };
  }
}

function unwrap(token: string): Call {
  return { method: 'POST', path: '/v1/sys/wrapping/unwrap', headers: { 'x-vault-token': token } };
}

function configuration(folder: string, url: string, clusterPort: number): string {
  return `
api_addr     = "${url}"
cluster_addr = "http://127.0.0.1:${clusterPort}"
storage "raft" {
  path    = "${join(folder, 'raft')}"
  node_id = "bench"
}
listener "tcp" {
  address         = "${new URL(url).host}"
  cluster_address = "127.0.0.1:${clusterPort}"
  tls_disable     = true
}
audit "file" "file" {
  options {
    file_path = "${join(folder, 'audit.log')}"
  }
}
`;
}
