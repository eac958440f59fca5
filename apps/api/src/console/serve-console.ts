import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { consoleHeaders } from '../http/security-headers.js';
import { NO_ROUTE } from '../http/strict-path.js';

/** Paths of the api, its probes and files, which are not pages of the console. */
const NOT_A_PAGE = /^\/(api|healthz|readyz|metrics|assets)(\/|$)/i;

/** Returns the folder that the console is built into. It may be absent. */
export function consoleFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('#package')), 'dist/console');
}

/**
 * Serves the built console, with headers of its own (D108): its files, which are named by their content, for a year and
 * precompressed; its page, never cached, at every other address that a GET asks for as HTML. Other requests go on to
 * the next handler.
 *
 * @param folder read once: a console that is built later needs a restart, and an absent one is not served
 */
export function serveConsole(folder: string): RequestHandler[] {
  const page = join(folder, 'index.html');
  return existsSync(page) ? [serveAssets(folder), servePage(readFileSync(page))] : [];
}

function serveAssets(folder: string): RequestHandler {
  const names = existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets'), 'utf8') : [];
  const paths = new Set(names.map((name) => `/assets/${name}`));
  const headers = consoleHeaders();
  const files = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    // The names of assets change with their content.
    serveStatic: { index: false, redirect: false, cacheControl: false },
  });
  return (request, response, next) => {
    if (!isRead(request.method) || !paths.has(request.path)) return next();
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    headers(request, response, () => void files(request, response, next));
  };
}

function servePage(page: Buffer): RequestHandler {
  const headers = consoleHeaders();
  return (request, response, next) => {
    if (!isRead(request.method) || request.url === NO_ROUTE || NOT_A_PAGE.test(request.path)) return next();
    response.vary('Accept');
    // A script accepts any type: it gets the 404 of an unknown route.
    if (request.accepts(['json', 'html']) !== 'html') return next();
    headers(request, response, () => response.set('Cache-Control', 'no-store').type('html').send(page));
  };
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
