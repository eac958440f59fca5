import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Module } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { securityHeaders } from '../http/security-headers.js';
import { strictPath } from '../http/strict-path.js';
import { consoleDigest, consoleManifest } from './console-manifest.js';
import { serveConsole } from './serve-console.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const PAGE = '<!doctype html><title>Countersign</title>';
const SCRIPT = 'export const answer = 42;\n'.repeat(100);

@Module({})
class NoModule {}

const noRoute: RequestHandler = (_request, response) => {
  response.status(404).json({ error_code: 'route_not_found' });
};

describe('serveConsole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-console-'));
  let app: NestExpressApplication;
  let url: string;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'assets/index-B1x9.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/index-B1x9.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, 'assets/index-B1x9.js.gz'), gzipSync(SCRIPT));
    writeFileSync(join(folder, 'secret.txt'), 'outside of /assets');
    app = await NestFactory.create<NestExpressApplication>(NoModule, { logger: false });
    app.use(securityHeaders(true), strictPath, ...serveConsole(folder), noRoute);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}${path}`, { method, headers });

  it('answers a page at any address that a browser opens, uncached, with the policy of the console', async () => {
    const answer = await get('/requests/0198a000?tab=votes', { accept: BROWSER });
    expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept',
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';font-src 'self';" +
        "form-action 'self';frame-ancestors 'none';base-uri 'none';require-trusted-types-for 'script';trusted-types 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), display-capture=(), clipboard-read=(), clipboard-write=(self), ' +
        'publickey-credentials-get=(self), publickey-credentials-create=(self)',
      'strict-transport-security': 'max-age=15552000; includeSubDomains',
    });
  });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('answers a file precompressed as %s, for a year', async (encoding, accepted) => {
    const answer = await get('/assets/index-B1x9.js', { 'accept-encoding': accepted });
    expect([answer.status, await answer.text()]).toEqual([200, SCRIPT]);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript; charset=utf-8/i);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each([
    ['GET', '/requests', '*/*'],
    ['GET', '/requests', 'application/json'],
    ['POST', '/requests', BROWSER],
    ['GET', '/api', BROWSER],
    ['GET', '/API/v1/users', BROWSER],
    ['GET', '/api/v1/no-such-route', BROWSER],
    ['GET', '/healthz', BROWSER],
    ['GET', '/metrics', BROWSER],
    ['GET', '/assets/index-old1.js', BROWSER],
    ['GET', '/assets/..%2findex.html', BROWSER],
    ['GET', '/assets/%zz', BROWSER],
    ['GET', '/assets', BROWSER],
    ['GET', '/secret.txt', '*/*'],
    ['GET', '//api/v1/users', BROWSER],
    ['POST', '/assets/index-B1x9.js', '*/*'],
  ])("leaves %s %s for %s to the api, with the api's headers", async (method, path, accept) => {
    const answer = await get(path, { accept }, method);
    expect([answer.status, await answer.json()]).toEqual([404, { error_code: 'route_not_found' }]);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer.headers.get('permissions-policy')).toBeNull();
  });

  it('lists every served file once, with its digest', () => {
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    const manifest = `${digest(PAGE)}  index.html\n${digest(SCRIPT)}  assets/index-B1x9.js\n`;
    expect(consoleManifest(folder)).toBe(manifest);
    expect(consoleDigest(manifest)).toBe(digest(manifest));
    expect(consoleManifest(join(folder, 'absent'))).toBeNull();
  });

  it('serves nothing if no console was built', () => {
    expect(serveConsole(join(folder, 'absent'))).toEqual([]);
  });
});
