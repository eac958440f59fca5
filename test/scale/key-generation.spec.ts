import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

/** With the export as JWK it hung within 7,500 pairs. */
const PAIRS = 30_000;

const GENERATE = `
  const { generateAgentKeyPair } = await import(${JSON.stringify(builtUrl('libs/agent-protocol/src/index.js'))});
  for (let count = 0; count < ${PAIRS}; count += 1) generateAgentKeyPair();`;

function builtUrl(path: string): string {
  return new URL(`../../dist/${path}`, import.meta.url).href;
}

it('generates key pairs while garbage is collected, without a deadlock', () => {
  // Collections during an export are rare otherwise: one in 80,000.
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--gc-interval=7', '--input-type=module', '--eval', GENERATE],
    { encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL' },
  );
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
}, 310_000);
