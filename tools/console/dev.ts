import { createServer } from 'vite';
import { viteOptions } from './vite-options.js';

/**
 * `npm run dev [-- <address of the api>]`: serves the console from its sources with hot reload, for the stack of `npm
 * start`. Calls are forwarded to its api, whose content security policy the pages get as far as Vite allows.
 */
const API = process.argv[2] ?? 'http://127.0.0.1:8080';
const PORT = 5173;

const policy = await servedPolicy();
const vite = await createServer({
  ...viteOptions(),
  logLevel: 'info',
  server: {
    host: '127.0.0.1',
    port: PORT,
    // Keeps the browser's Host header, which the api compares with the origin.
    proxy: { '/api': { target: API } },
    headers: { 'Content-Security-Policy': policy },
  },
});
await vite.listen();
vite.printUrls();

/** Returns the policy of the api's pages. Vite writes inline styles, and reports changes over a WebSocket. */
async function servedPolicy(): Promise<string> {
  const answer = await fetch(API, { headers: { accept: 'text/html' } }).catch(() => null);
  const served = answer?.headers.get('content-security-policy');
  if (!served?.includes('script-src')) {
    process.stderr.write(`No console answers at ${API}: start one with npm start, or name its address.\n`);
    process.exit(1);
  }
  return served
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ws://127.0.0.1:${PORT}`);
}
