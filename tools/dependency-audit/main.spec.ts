import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listenOnLoopback } from '../listen-on-loopback.js';

const BULK = '/-/npm/v1/security/advisories/bulk';
const ID = 'GHSA-aaaa-bbbb-cccc';
const ADVISORY = {
  ...{ id: 1, url: `https://github.com/advisories/${ID}`, title: 'Something bad', severity: 'low' },
  ...{ vulnerable_versions: '<99.0.0', cwe: [], cvss: { score: 0, vectorString: null } },
};
const RUN_MS = 60_000;

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** A registry for npm: its audit endpoint is `answer`, and each package has one version. */
describe('npm run deps:audit', () => {
  let registry: Server;
  let asked: Record<string, string[]>;
  let answer: (response: ServerResponse) => void;
  let url: string;
  const json = (status: number, body: object) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const path = decodeURIComponent(request.url ?? '');
    if (path !== BULK) return json(200, packument(path.slice(1)))(response);
    asked = JSON.parse(gunzipSync(body).toString()) as Record<string, string[]>;
    answer(response);
  };
  beforeEach(async () => {
    asked = {};
    registry = createServer((request, response) => void serve(request, response));
    url = `http://127.0.0.1:${await listenOnLoopback(registry)}`;
  });
  afterEach(() => {
    registry.closeAllConnections();
    registry.close();
  });

  const audit = (...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const all = ['dist/tools/dependency-audit/main.js', '--registry', url, ...args];
      execFile(process.execPath, all, (error, stdout, stderr) =>
        resolve({ code: (error?.code as number | undefined) ?? 0, said: stdout + stderr }),
      );
    });
  const exceptions = (list: readonly object[]): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'countersign-audit-')), 'exceptions.json');
    writeFileSync(file, JSON.stringify(list));
    return file;
  };

  it(
    'audits only production dependencies, and passes when none is vulnerable',
    async () => {
      answer = json(200, {});
      const said = 'deps:audit: no known vulnerability in production dependencies\n';
      expect(await audit()).toEqual({ code: 0, said });
      expect(Object.keys(asked)).toEqual(expect.arrayContaining(['express', 'jose', 'accepts']));
      expect(Object.keys(asked).filter((name) => ['jest', 'eslint', 'pg-boss'].includes(name))).toEqual([]);
    },
    RUN_MS,
  );

  it(
    'fails on a known vulnerability, of whatever severity',
    async () => {
      answer = json(200, { express: [ADVISORY] });
      const { code, said } = await audit();
      expect(code).toBe(1);
      expect(said).toContain(`low: express <99.0.0: Something bad (${ID})`);
      expect(said).toContain('FAILED: 1 known');
    },
    RUN_MS,
  );

  it(
    'passes with an exception, and prints which one and why',
    async () => {
      answer = json(200, { express: [ADVISORY] });
      const until = new Date().toISOString().slice(0, 10);
      const { code, said } = await audit(
        '--exceptions',
        exceptions([{ advisory: ID, reason: 'we do not', until }]),
      );
      expect([code, said]).toEqual([0, expect.stringContaining(`excepted until ${until}: we do not`)]);
    },
    RUN_MS,
  );

  it(
    'exits with 2 for an exception without a reason',
    async () => {
      const { code, said } = await audit('--exceptions', exceptions([{ advisory: ID, until: '2026-01-01' }]));
      expect([code, said]).toEqual([2, `deps:audit: ${ID} has no reason.\n`]);
    },
    RUN_MS,
  );

  it.each<[string, (response: ServerResponse) => void, RegExp, ...string[]]>([
    ['takes no audits', json(405, {}), /405 Method Not Allowed/],
    ['fails', json(500, {}), /500 Internal Server Error/],
    ['answers with something else', (response) => void response.writeHead(200).end('<html>'), /json/i],
    ['does not answer', () => undefined, /no answer within 5 s/, '--timeout', '5'],
  ])(
    'passes and reports that nothing was audited when the service %s',
    async (_, given, why, ...args) => {
      answer = given;
      const { code, said } = await audit(...args);
      expect(code).toBe(0);
      expect(said).toMatch(/^deps:audit: NOT AUDITED, the audit service is out of reach: /);
      expect(said).toMatch(why);
    },
    RUN_MS,
  );

  it(
    'passes and reports that nothing was audited when the connection is refused',
    async () => {
      const { code, said } = await audit('--registry', 'http://127.0.0.1:9');
      expect(code).toBe(0);
      expect(said).toMatch(/NOT AUDITED.+(ECONNREFUSED|no answer)/);
    },
    RUN_MS,
  );
});

function packument(name: string): object {
  const version = { name, version: '1.0.0', dist: { tarball: 'http://127.0.0.1:9/none.tgz' } };
  return { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } };
}
