import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { loopRecorder } from '../support/loop-recorder.js';
import { created } from '../support/world.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';

const KIB = 1024;
const MIB = KIB * KIB;
const LOGIN = '/api/v1/auth/login';
/** What stalls is ended after ten seconds, and seen by a busy machine a while later: before Node's own limit of a minute. */
const LATEST_MS = 50_000;
const SOMEBODY = { email: 'a@b', password: 'x' };
/** Retry-After for too many bodies; an overloaded process answers five seconds and more. */
const isTooMany = ({ headers, status }: Answer): boolean =>
  status === 503 && headers.get('retry-after') === '1';

describe('slow and costly bodies', () => {
  let stack: TestStack;
  let admin: TestClient;
  const recorder = loopRecorder();
  beforeAll(async () => {
    stack = await startStack({ realPasswordCost: true, env: recorder.env });
    admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await admin.enrollAndStepUp();
    const role = created(
      await admin.post('/roles', { name: 'integrator', permissions: ['integration.edit'] }),
    );
    created(await admin.post('/user-roles', { user_id: admin.userId, role_id: role.id }));
  }, 60_000);
  afterAll(() => stack.stop());

  /** No test may find the process overloaded by the one before. */
  beforeEach(() =>
    eventually(async () => {
      const { status } = await new TestClient(stack.apis[0]!.url).get('/requests');
      return status === 401;
    }, 'calm'),
  );

  const port = (): number => Number(new URL(stack.apis[0]!.url).port);

  /** A connection over which something was sent, with the answer so far. */
  class Line {
    readonly #socket: Socket = connect(port(), '127.0.0.1');
    readonly began = performance.now();
    answer = '';
    /** How long it was open, in milliseconds. */
    readonly ended = new Promise<number>((resolve) => {
      this.#socket.on('error', () => undefined);
      this.#socket.on('data', (chunk) => (this.answer += chunk.toString('latin1')));
      this.#socket.once('close', () => resolve(performance.now() - this.began));
    });

    constructor(bytes: string) {
      this.send(bytes);
    }

    send(bytes: string): void {
      if (!this.#socket.destroyed) this.#socket.write(bytes);
    }

    get isOpen(): boolean {
      return !this.#socket.destroyed;
    }

    get status(): number {
      return Number(this.answer.split(' ')[1]);
    }

    /** Sends one blank more of the body every so often, until the connection ends. */
    drip(everyMs: number, blank = ' '): this {
      const timer = setInterval(() => this.send(blank), everyMs);
      void this.ended.then(() => clearInterval(timer));
      return this;
    }

    close(): void {
      this.#socket.destroy();
    }
  }

  /** Returns all of a request but the last bytes of its body. */
  function begun(path: string, announced: number, sent = '{', headers: Record<string, string> = {}): string {
    // No call may be refused by its address's limit.
    const address = `10.9.${randomInt(256)}.${randomInt(256)}`;
    const type = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const all = { host: 'x', ...type, 'content-length': announced, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sent}`;
  }

  /** Begun before all others, so that its minute passes meanwhile. */
  let page: Line;
  beforeAll(async () => {
    const scope = { address: 'http://127.0.0.1:1', kvMount: 'x' };
    const store = { name: 'store', type: 'vault', cluster_name: 'main', scope };
    const connection = created(await admin.post('/provider-connections', store));
    const { id, secret } = await enrollAgent({ admin, connection });
    page = new Line(begun(`/api/v1/agents/${id}/secrets/bulk`, 100, '{', { 'x-agent-secret': secret }));
    page.drip(1000);
  });

  const residentMib = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${stack.apis[0]!.pid}/status`, 'utf8'))![1]) / KIB;

  describe('a stalled request', () => {
    it('is answered 408 after ten seconds, and its connection ends', async () => {
      const signedIn = { authorization: `Bearer ${admin.token}` };
      const chunked = begun(LOGIN, 0, '1\r\n{\r\n').replace(
        'content-length: 0',
        'transfer-encoding: chunked',
      );
      const lines = {
        'a body': new Line(begun(LOGIN, 100)).drip(1000),
        'a body in chunks': new Line(chunked).drip(1000, '1\r\n \r\n'),
        "a signed-in person's body": new Line(begun('/api/v1/teams', 100, '{', signedIn)).drip(1000),
        headers: new Line('GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx-a: ').drip(1000),
      };
      for (const [what, line] of Object.entries(lines)) {
        const openMs = await line.ended;
        expect([what, line.status, openMs > 9500, openMs < LATEST_MS]).toEqual([what, 408, true, true]);
        expect(line.answer).toContain('"error_code":"request_timeout"');
        expect(line.answer).toMatch(/connection: close/i);
      }
    });

    it('is ended after ten seconds where its body is not read, even if bytes keep arriving', async () => {
      const ofText = { 'content-type': 'text/plain' };
      const lines: readonly [status: number, bytes: string][] = [
        [401, begun('/api/v1/teams', 100)],
        [413, begun(LOGIN, 2 * MIB)],
        [415, begun(LOGIN, 100, '{', ofText)],
        [404, begun('/api/v1/nothing', 100)],
        [200, begun('/healthz', 100).replace('POST', 'GET')],
      ];
      const open = lines.map(([status, bytes]) => [status, new Line(bytes).drip(500)] as const);
      for (const [status, line] of open) {
        const openMs = await line.ended;
        expect([line.status, openMs < LATEST_MS]).toEqual([status, true]);
      }
    });

    it('uses no memory for bytes that have not arrived, and ends after ten seconds, 150 times', async () => {
      const before = residentMib();
      const body = `{"email":"${'x'.repeat(15 * KIB)}`;
      const lines = Array.from({ length: 150 }, () => new Line(begun(LOGIN, 16 * KIB, body)));
      let most = 0;
      for (let n = 0; n < 16; n += 1) {
        await sleep(500);
        most = Math.max(most, residentMib() - before);
      }
      expect(most).toBeLessThan(20);
      const open = await Promise.all(lines.map((line) => line.ended));
      expect(Math.max(...open)).toBeLessThan(LATEST_MS);
    });

    it('refuses the 257th anonymous one with 503 and Retry-After, while signed-in users are served', async () => {
      const lines: Line[] = [];
      const refused = await eventually(async () => {
        // On a slow machine the first have timed out before the last is read.
        const open = lines.filter(({ isOpen }) => isOpen).length;
        lines.push(...Array.from({ length: 256 - open }, () => new Line(begun(LOGIN, 100))));
        const answer = await new TestClient(stack.apis[0]!.url).post('/auth/login', SOMEBODY);
        return isTooMany(answer) && answer;
      }, 'the 257th');
      expect([refused.status, refused.body.error_code]).toEqual([503, 'dependency_unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await admin.post('/teams', { name: randomUUID() })).status).toBe(201);
      for (const line of lines) line.close();
      await Promise.all(lines.map((line) => line.ended));
      await eventually(async () => {
        const { status } = await new TestClient(stack.apis[0]!.url).post('/auth/login', SOMEBODY);
        return status === 401;
      }, 'a place again');
    });
  });

  it('from one address, 300 times, does not prevent sign-in from another', async () => {
    const from = { 'x-forwarded-for': '192.0.2.99' };
    const lines = Array.from({ length: 300 }, () => new Line(begun('/api/v1/agents/enroll', 100, '{', from)));
    await eventually(
      async () => lines.filter(({ answer }) => answer !== '').length >= 300 - 64,
      'the rest refused',
    );
    const tries: Answer[] = [];
    // Before they time out; a busy machine refuses anonymous callers for a while.
    for (; tries.length < 10 && tries.at(-1)?.status !== 401; await sleep(500))
      tries.push(await new TestClient(stack.apis[0]!.url).post('/auth/login', SOMEBODY));
    const stalled = lines.filter(({ answer }) => answer === '').length;
    for (const line of lines) line.close();
    await Promise.all(lines.map((line) => line.ended));
    expect(tries.filter(isTooMany)).toEqual([]);
    expect(tries.map(({ status }) => status)).toContain(401);
    expect(stalled).toBeLessThanOrEqual(64);
  });

  describe('an anonymous attack', () => {
    const marks = `a${'\u0300\u0316'.repeat(50_000)}`;
    const unknown = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`u${n}`, 0]));
    const toString = { email: 'a@b', password: canary('password of nobody'), toString: 1 };
    const ids = Array.from({ length: 26_000 }, () => randomUUID());
    const place = `/projects/${randomUUID()}/secrets`;
    /** Each within the limit of its route, as originally found. */
    const attacks: readonly [string, boolean, string, unknown, number][] = [
      ['200 KB of combining marks as an e-mail', false, '/auth/login', { email: marks, password: 'x' }, 413],
      ['16 KB of combining marks as an e-mail', false, '/auth/login', { email: marks.slice(0, 7000) }, 400],
      [
        'combining marks at the limit',
        false,
        '/auth/login',
        { email: marks.slice(0, 320), password: 'x' },
        401,
      ],
      ['90,000 unknown members at sign-in', false, '/auth/login', unknown, 413],
      ['90,000 unknown members at enrollment', false, '/agents/enroll', unknown, 413],
      ['a member that every object has', false, '/auth/login', toString, 400],
      ['90,000 unknown members of a team', true, '/teams', unknown, 400],
      ['combining marks as a name', true, '/teams', { name: marks }, 400],
      ['combining marks as a new e-mail', true, '/users', { email: marks, password: 'x' }, 400],
      ['26,000 ids', true, place, { environment_id: randomUUID(), secret_ids: ids }, 400],
    ];

    it.each(attacks)('%s delays nobody', async (_what, signedIn, path, body, status) => {
      const attacker = signedIn ? admin : new TestClient(stack.apis[0]!.url);
      const text = JSON.stringify(body);
      await recorder.longestMs();
      let isOver = false;
      const answered = attacker.post(path, text).finally(() => (isOver = true));
      while (!isOver) expect((await fetch(`${stack.apis[0]!.url}/healthz`)).status).toBe(200);
      expect((await answered).status).toBe(status);
      expect(await recorder.longestMs()).toBeLessThan(100);
    });
  });

  it('a page of a discovery, which may be large, is answered 408 after a minute', async () => {
    const openMs = await page.ended;
    expect([page.status, openMs > 59_500, openMs < 60_000 + LATEST_MS]).toEqual([408, true, true]);
  }, 90_000);
});
