import { startDevKv } from './start-dev-kv.js';

// Development only. The token comes from the environment, so that no process list shows it.
const token = process.env.DEV_KV_TOKEN ?? process.env.VAULT_TOKEN;
if (!token) {
  process.stderr.write('dev-kv: set DEV_KV_TOKEN (or VAULT_TOKEN) to the token it shall accept\n');
  process.exit(2);
}

const kv = await startDevKv({
  token,
  port: Number(process.env.DEV_KV_PORT ?? 8200),
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`dev-kv: ${kv.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void kv.stop());
