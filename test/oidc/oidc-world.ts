import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CacheContent } from '../support/cache-content.js';
import { type Answer, TestClient } from '../support/client.js';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  type StackOptions,
  startStack,
  type TestStack,
} from '../support/test-stack.js';
import { Browser, CONSOLE } from './browser.js';
import { CLIENT_ID, CLIENT_SECRET, type Person, TestIdentityProvider } from './identity-provider.js';

const API = `${CONSOLE}/api/v1`;
export const CALLBACK = `${API}/auth/oidc/callback`;
export const FAILED = /[?&]error=sign_in_failed(&|#|$)/;

export interface AuditRow {
  actor: string;
  action: string;
  resource: string | null;
  status: string;
  metadata: Record<string, any>;
}

/** Two api processes of the service unless said, and the identity provider that they were told of. */
export class OidcWorld {
  private administrator: Promise<TestClient> | null = null;

  private constructor(
    readonly stack: TestStack,
    readonly provider: TestIdentityProvider,
    private readonly database: pg.Pool,
  ) {}

  /** @param options.up false: the provider is not there yet */
  static async open(options: StackOptions & { up?: boolean } = {}): Promise<OidcWorld> {
    const provider = await TestIdentityProvider.listen();
    const env = { ...environmentFor(provider), ...options.env };
    const stack = await startStack({ apis: 2, ...options, env }).catch(async (error: unknown) => {
      await provider.close();
      throw error;
    });
    const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
    // Suites take the database away under it.
    database.on('error', () => undefined);
    const world = new OidcWorld(stack, provider, database);
    if (options.up !== false) world.startProvider();
    return world;
  }

  startProvider(): void {
    this.provider.start(CALLBACK, `${this.stack.apis[0]!.url}/api/v1/auth/oidc/backchannel`);
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.stack.stop();
    await this.provider.close();
  }

  /** Returns a new person at the provider; gives their subject. */
  person(person: Partial<Person> = {}): string {
    const sub = randomUUID();
    const claims = { email: `${sub}@example.test`, email_verified: true, name: 'Somebody' };
    this.provider.people.set(sub, { ...person, claims: { ...claims, ...person.claims } });
    return sub;
  }

  browser(login: string, api = 0): Browser {
    return new Browser(this.stack.apis[api]!.url, login);
  }

  browserAt(apiUrl: string, login: string): Browser {
    return new Browser(apiUrl, login);
  }

  /** From the start to where the callback sends the browser, as a path. */
  async signIn(browser: Browser, query = ''): Promise<string> {
    const callback = await this.toCallback(browser, query);
    return this.callBack(browser, callback);
  }

  /** From the start to the callback's address, which is not visited yet. */
  async toCallback(browser: Browser, query = ''): Promise<string> {
    return browser.follow(`${API}/auth/oidc/start${query}`, CALLBACK);
  }

  async callBack(browser: Browser, callback: string): Promise<string> {
    const { status, headers, body } = await browser.visit(callback, { from: this.provider.url });
    if (status !== 302) throw new Error(`the callback gave ${status} ${body}`);
    return headers.get('location')!;
  }

  /** Returns a call with the browser's session cookie, to the last process. */
  async call(browser: Browser, method: string, path: string): Promise<Answer> {
    const client = new TestClient(this.stack.apis.at(-1)!.url);
    const cookie = `svc_session=${browser.cookie('svc_session') ?? ''}`;
    return client.call(method, path, undefined, { headers: { cookie } });
  }

  me(browser: Browser): Promise<Answer> {
    return this.call(browser, 'GET', '/users/me');
  }

  /** Returns the bootstrap administrator, stepped up; always the same client. */
  admin(): Promise<TestClient> {
    return (this.administrator ??= this.signInAdmin());
  }

  private async signInAdmin(): Promise<TestClient> {
    const admin = await new TestClient(this.stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await admin.enrollAndStepUp();
    return admin;
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.query<Row>(sql, values)).rows;
  }

  /** Returns what the audit log says of a user, oldest first. */
  async audited(userId: string, action = 'auth.oidc.%'): Promise<AuditRow[]> {
    return this.query(
      `SELECT actor, action, resource, status, metadata FROM audit_events
        WHERE resource = $1 AND action LIKE $2 ORDER BY occurred_at, id`,
      [`user:${userId}`, action],
    );
  }

  /** Why the latest callback was refused. */
  async lastRefusal(): Promise<Record<string, unknown> | undefined> {
    const [row] = await this.query<AuditRow>(
      `SELECT metadata FROM audit_events WHERE action = 'auth.oidc.callback' AND status = 'denied'
        ORDER BY occurred_at DESC, id DESC LIMIT 1`,
    );
    return row?.metadata;
  }

  /** Returns the cache's entries whose keys hold the text. */
  async cacheContents(part: string): Promise<{ key: string; value: string }[]> {
    const redis = CacheContent.open(this.stack.redisUrl);
    try {
      const keys = (await redis.keys('*')).filter((key) => key.includes(part));
      return await Promise.all(keys.map(async (key) => ({ key, value: (await redis.get(key)) ?? '' })));
    } finally {
      redis.disconnect();
    }
  }

  async sessionCount(): Promise<number> {
    const [row] = await this.query<{ count: number }>('SELECT count(*)::int AS count FROM sessions');
    return row!.count;
  }
}

function environmentFor(provider: TestIdentityProvider): Record<string, string> {
  const groups = { devs: 'developer', leads: 'approver', ops: 'no-such-role', authors: 'policy_author' };
  return {
    SVC_PUBLIC_URL: CONSOLE,
    SVC_OIDC_ISSUER: provider.url,
    SVC_OIDC_CLIENT_ID: CLIENT_ID,
    SVC_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    SVC_OIDC_GROUP_MAP: JSON.stringify(groups),
    SVC_OIDC_TRUSTED_AMR_MFA: 'true',
  };
}
