import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
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
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, msg: 'listening' })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
