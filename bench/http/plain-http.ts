import { createServer } from 'node:http';
import pg from 'pg';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';
import { type Path, statement } from './statements.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

/** The same statement behind nothing but node:http: what is left is Node, the driver and Postgres. */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const values = [...url.searchParams.values()];
  pool.query({ ...statement(url.pathname as Path), values }).then(
    ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
    () => response.writeHead(500).end(),
  );
});
const port = await listenOnLoopback(server);
process.stdout.write(`${JSON.stringify({ port, msg: 'listening' })}\n`);
process.once('SIGTERM', () => process.exit(0));
