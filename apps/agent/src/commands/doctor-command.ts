import { type AgentEntry, readAgentEntries } from '../config/agent-entries.js';
import { AgentConfigError } from '../config/env-reader.js';
import { parseAgentConfig } from '../config/parse-settings.js';
import { examine } from '../doctor/examine.js';
import { type Finding, Report } from '../doctor/report.js';
import type { NamedStore } from '../drivers/store-address.js';
import { ExitCode } from '../exit-code.js';
import { chooseAgents } from './choose-agents.js';
import { type CommandLine, parseOptions } from './command-line.js';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

export const DOCTOR = {
  name: 'doctor',
  meaning: 'what works and what does not, and what to do',
  options: {
    agent: { value: 'NAME', meaning: 'this one of several agents' },
    json: { meaning: 'one JSON document instead of lines' },
    store: { value: 'TYPE', meaning: 'also try a store of this provider type' },
    scope: { value: 'JSON', meaning: 'its scope, an object as the connection has it' },
    'log-in': { meaning: 'log in to the store, although that may use up a credential' },
  },
} as const satisfies CommandLine;

interface Examined {
  readonly agent: string | null;
  readonly ok: boolean;
  readonly checks: Finding[];
}

/**
 * `doctor [--agent NAME] [--json] [--store TYPE --scope JSON [--log-in]]`: checks each prerequisite and prints its result
 * with advice. Exits with 0 if no check failed. Prints no secret.
 * @param now epoch milliseconds, injected for tests
 */
export async function doctorCommand(io: CommandIo, args: string[], now = Date.now): Promise<ExitCode> {
  const {
    agent,
    json = false,
    'log-in': logIn = false,
    scope = '{}',
    store: type,
  } = parseOptions(DOCTOR, args);
  const store = storeOf(type as string | undefined, scope as string);
  const examined: Examined[] = [];
  const all = entriesOf(io);
  for (const entry of chooseAgents(all, agent as string | undefined)) {
    const report = new Report((finding) => json || io.stdout.write(lineOf(finding)));
    if (!json && entry.name !== null)
      io.stdout.write(`${examined.length > 0 ? '\n' : ''}agent ${entry.name}\n`);
    await examine(report, () => parseAgentConfig(entry, all), store, now, { logIn: logIn === true });
    examined.push({ agent: entry.name, ok: report.failures === 0, checks: report.findings });
  }
  io.stdout.write(json ? `${JSON.stringify(summaryOf(examined))}\n` : conclusionOf(examined));
  return examined.every(({ ok }) => ok) ? ExitCode.ok : ExitCode.failed;
}

function entriesOf({ env }: CommandIo): readonly AgentEntry[] {
  const { entries, faults } = readAgentEntries(env);
  if (faults.length > 0) throw new AgentConfigError(faults);
  return entries;
}

function summaryOf(examined: Examined[]): object {
  const [only] = examined;
  if (only?.agent === null) return { ok: only.ok, checks: only.checks };
  return { ok: examined.every(({ ok }) => ok), agents: examined };
}

function conclusionOf(examined: Examined[]): string {
  const checks = examined.flatMap((each) => each.checks);
  const failures = checks.filter(({ result }) => result === 'failed').length;
  return failures === 0 ? '\nNothing failed.\n' : `\n${failures} of ${checks.length} checks failed.\n`;
}

function lineOf({ check, result, detail, advice }: Finding): string {
  const line = `${result.padEnd(7)}  ${check}: ${detail}\n`;
  return advice === null ? line : `${line}${' '.repeat(9)}${advice}\n`;
}

function storeOf(type: string | undefined, scopeText: string): NamedStore | null {
  try {
    const scope: unknown = JSON.parse(scopeText);
    if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) throw new TypeError();
    return type === undefined ? null : { type, scope: scope as Record<string, unknown> };
  } catch {
    throw new UsageError('--scope has to be a JSON object, as in its connection.');
  }
}
