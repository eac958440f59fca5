import { parseArgs } from 'node:util';
import { examine } from '../doctor/examine.js';
import { type Finding, Report } from '../doctor/report.js';
import type { NamedStore } from '../drivers/store-address.js';
import { ExitCode } from '../exit-code.js';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

/**
 * `doctor [--json] [--store TYPE --scope JSON]`: tells step by step what works and what doesn't, and what to do. Ends
 * with 0 when nothing failed. It prints no secret.
 * @param now epoch milliseconds, handed in so that tests decide the clock
 */
export async function doctorCommand(io: CommandIo, args: string[], now = Date.now): Promise<ExitCode> {
  const { json, store } = parseOptions(args);
  const report = new Report((finding) => json || io.stdout.write(lineOf(finding)));
  await examine(report, io.env, store, now);
  const { failures, findings } = report;
  if (json) io.stdout.write(`${JSON.stringify({ ok: failures === 0, checks: findings })}\n`);
  else
    io.stdout.write(
      failures === 0 ? '\nNothing failed.\n' : `\n${failures} of ${findings.length} checks failed.\n`,
    );
  return failures === 0 ? ExitCode.ok : ExitCode.failed;
}

function lineOf({ check, result, detail, advice }: Finding): string {
  const line = `${result.padEnd(7)}  ${check}: ${detail}\n`;
  return advice === null ? line : `${line}${' '.repeat(9)}${advice}\n`;
}

function parseOptions(args: string[]): { json: boolean; store: NamedStore | null } {
  try {
    const options = {
      json: { type: 'boolean' },
      store: { type: 'string' },
      scope: { type: 'string' },
    } as const;
    const { json = false, store, scope = '{}' } = parseArgs({ args, options }).values;
    return { json, store: store === undefined ? null : { type: store, scope: scopeOf(scope) } };
  } catch {
    throw new UsageError(
      'doctor takes --json, --store TYPE and --scope JSON (an object, as the connection has it)',
    );
  }
}

function scopeOf(text: string): Record<string, unknown> {
  const scope: unknown = JSON.parse(text);
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) throw new TypeError();
  return scope as Record<string, unknown>;
}
