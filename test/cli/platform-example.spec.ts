import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataOf } from '../../packages/client/src/index.js';
import type { TestClient } from '../support/client.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { CommandLine, type Ended } from './command-line.js';
import { createPlatformPeople, MORE } from './platform-people.js';

const EXAMPLE = 'examples/platform';
const WRITES = /^(POST|PUT|DELETE) /;

/** A service with nothing in it but the people, and an administrator's command line before it. */
class Installation {
  private constructor(
    readonly stack: TestStack,
    readonly proxy: CountingProxy,
    readonly line: CommandLine,
    private readonly api: TestClient['api'],
    private readonly roleId: string,
  ) {}

  static async start(): Promise<Installation> {
    const stack = await startStack();
    const { admin, roleId } = await createPlatformPeople(stack);
    const proxy = await CountingProxy.listen();
    proxy.passTo(stack.apis[0]!.url);
    const line = new CommandLine(proxy.url, admin.token);
    return new Installation(stack, proxy, line, admin.api, roleId);
  }

  /** Lets the administrator hold no more than these beside what administrators do. */
  async hold(permissions: readonly (typeof MORE)[number][]): Promise<void> {
    const params = { path: { id: this.roleId } };
    const body = { permissions: [...permissions] };
    await dataOf(this.api.PUT('/api/v1/roles/{id}/permissions', { params, body }));
  }

  run(...args: string[]): Promise<Ended> {
    return this.line.run(args);
  }

  /** Counts the calls of what is run that change something. */
  async writesOf(run: () => Promise<unknown>): Promise<number> {
    this.proxy.passed.length = 0;
    await run();
    return this.proxy.passed.filter((call) => WRITES.test(call)).length;
  }

  /** Applies the example and kills the process as soon as its first write is done. @returns how it ended otherwise */
  async applyKilled(): Promise<number | NodeJS.Signals | null> {
    const started = this.line.start(APPLY);
    this.proxy.loseAnswer = (call) => {
      if (WRITES.test(call)) started.kill('SIGKILL');
      return WRITES.test(call);
    };
    const end = await started.end;
    this.proxy.loseAnswer = null;
    return end;
  }

  async stop(): Promise<void> {
    this.line.remove();
    await this.proxy.stop();
    await this.stack.stop();
  }
}

const APPLY = ['apply', '-f', EXAMPLE, '--yes', '--allow-loosening'];
const NOTHING = { code: 0, stdout: 'Nothing to change.\n', stderr: '' };

describe('the example platform repository, on a service', () => {
  let whole: Installation;
  let cut: Installation;
  beforeAll(async () => {
    whole = await Installation.start();
    cut = await Installation.start();
  }, 120_000);
  afterAll(async () => {
    await whole?.stop();
    await cut?.stop();
  });

  it('is planned, applied, and applied again without a write; its export plans no change', async () => {
    const planned = await whole.run('plan', '-f', EXAMPLE, '--detailed-exitcode');
    expect([planned.code, planned.stderr]).toEqual([10, expect.not.stringContaining('fault')]);
    expect(planned.stdout).toContain('+ Policy deployments to prod');
    expect(await whole.run(...APPLY)).toMatchObject({ code: 0 });

    let again: Ended | undefined;
    expect(await whole.writesOf(async () => (again = await whole.run('apply', '-f', EXAMPLE)))).toBe(0);
    expect(again).toEqual(NOTHING);
    const { stdout, stderr } = await whole.run('export');
    expect(stderr).toBe('');
    const folder = join(whole.line.home, 'exported');
    mkdirSync(folder);
    writeFileSync(join(folder, 'all.yaml'), stdout);
    expect(await whole.run('plan', '-f', folder, '--detailed-exitcode')).toEqual(NOTHING);
  });

  it('has the same result if the process is killed after every write', async () => {
    const ends: unknown[] = [];
    do ends.push(await cut.applyKilled());
    while (ends.at(-1) === 'SIGKILL');
    expect(ends.at(-1)).toBe(0);
    // At each document at least, of which the example has over twenty.
    expect(ends.length).toBeGreaterThan(20);
    expect(await cut.writesOf(() => cut.run('apply', '-f', EXAMPLE))).toBe(0);
    expect(await cut.run('export')).toEqual(await whole.run('export'));
  }, 180_000);

  describe('for a user who may not see all of it', () => {
    it.each([
      ['stores.yaml', 'integration.edit', 'The permission is integration.edit.'],
      [
        'rules.yaml',
        'policy.author',
        'Documents of kind ScopedPolicy need the permission policy.author at payments.',
      ],
    ])('%s fails with the missing permission: %s', async (file, permission, sentence) => {
      await whole.hold(MORE.filter((each) => each !== permission));
      for (const command of [['plan'], ['apply', '--yes', '--allow-loosening']]) {
        const writes = await whole.writesOf(async () => {
          const { code, stderr } = await whole.run(...command, '-f', join(EXAMPLE, file));
          expect([code, stderr]).toEqual([4, expect.stringContaining(sentence)]);
        });
        expect(writes).toBe(0);
      }
      await whole.hold(MORE);
    });
  });
});
