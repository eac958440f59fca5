import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../../test/support/canary.js';
import { ADMIN_PASSWORD, startStack, type TestStack } from '../../test/support/test-stack.js';
import { listenOnLoopback } from '../listen-on-loopback.js';
import { setUp } from './setup.js';

const TOKEN = canary('root-token-of-the-store');
const ADMIN = 'ada@example.com';

/** The part of a store's administration that the setup uses, by OpenBao's HTTP API. */
class StoreAdministration {
  readonly calls: string[] = [];
  private methods: Record<string, unknown> = { 'token/': {} };
  readonly server: Server = createServer((request, response) => this.answer(request, response));

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const call = `${request.method} ${request.url}`;
    this.calls.push(call);
    request.resume();
    const send = (status: number, data?: object): void =>
      void response.writeHead(status).end(data ? JSON.stringify({ data }) : undefined);
    if (request.headers['x-vault-token'] !== TOKEN) return send(403);
    if (call === 'GET /v1/sys/auth') return send(200, this.methods);
    if (call === 'POST /v1/sys/auth/approle') {
      if (this.methods['approle/']) return send(400);
      this.methods = { ...this.methods, 'approle/': {} };
      return send(204);
    }
    if (call.endsWith('/role-id')) return send(200, { role_id: 'the-role' });
    if (call.endsWith('/secret-id')) return send(200, { secret_id: `secret-${this.calls.length}` });
    if (call.startsWith('POST /v1/secret/data/')) return send(200, { version: 1 });
    return send(204);
  }
}

describe('The setup of docker-compose.yml', () => {
  const store = new StoreAdministration();
  const folders = {
    agent: mkdtempSync(join(tmpdir(), 'agent-')),
    book: mkdtempSync(join(tmpdir(), 'book-')),
  };
  let stack: TestStack;
  let first: string[];
  let storeUrl: string;
  const run = (): Promise<string[]> =>
    setUp({
      apiUrl: stack.apis[0]!.url,
      storeUrl,
      storeToken: TOKEN,
      agentFolder: folders.agent,
      bookFolder: folders.book,
      passwords: {
        admin: ADMIN_PASSWORD,
        developer: canary('password of dana'),
        approver: canary('password of omar'),
      },
    });
  const agentFile = (name: string): string => readFileSync(join(folders.agent, name), 'utf8');

  beforeAll(async () => {
    storeUrl = `http://127.0.0.1:${await listenOnLoopback(store.server)}`;
    stack = await startStack({ profile: 'strict', env: { SVC_BOOTSTRAP_ADMIN_EMAIL: ADMIN } });
    first = await run();
  }, 90_000);
  afterAll(async () => {
    store.server.close();
    await stack?.stop();
  });

  it('prints how each of three people signs in', () => {
    expect(first).toHaveLength(3);
    expect(first[0]).toMatch(
      new RegExp(`^${ADMIN}  password ${ADMIN_PASSWORD}  authenticator [A-Z2-7]{32}$`),
    );
  });

  it('creates an AppRole at the store and an enrollment token for the agent', () => {
    expect(readdirSync(folders.agent).sort()).toEqual(['enrollment-token', 'role-id', 'secret-id']);
    expect(agentFile('role-id')).toBe('the-role');
    expect(store.calls).toContain('PUT /v1/sys/policies/acl/countersign-agent');
  });

  it('is idempotent, but writes a new token as long as no agent has enrolled', async () => {
    const token = agentFile('enrollment-token');
    await run();
    expect(agentFile('enrollment-token')).not.toBe(token);
    expect(store.calls.filter((call) => call === 'POST /v1/sys/auth/approle')).toHaveLength(1);
  }, 60_000);
});
