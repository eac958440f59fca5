import { dirname, join } from 'node:path';
import { type FileEntry, parseAgentsFile } from './agents-file.js';
import { EnvReader } from './env-reader.js';

/** An agent of this process before its settings are parsed. */
export interface AgentEntry {
  /** Null for the only agent of a process without SVC_AGENT_CONFIG_FILE. */
  readonly name: string | null;
  /** The process's environment, overridden by the agent's own settings. */
  readonly environment: NodeJS.ProcessEnv;
  readonly enrollmentTokenFile: string | null;
}

/**
 * Returns the agents of this process: those in the file of SVC_AGENT_CONFIG_FILE, or else the one that the environment
 * configures. Faults of the file name the agent and the member, never a value.
 */
export function readAgentEntries(environment: NodeJS.ProcessEnv): {
  entries: AgentEntry[];
  faults: string[];
} {
  const env = new EnvReader(environment);
  const text = env.file('SVC_AGENT_CONFIG_FILE');
  if (env.faults.length > 0) return { entries: [], faults: [...env.faults] };
  if (text === null) return { entries: [{ name: null, environment, enrollmentTokenFile: null }], faults: [] };
  const { entries, faults } = parseAgentsFile(text);
  return { entries: entries.map((entry) => merge(environment, env, entry)), faults };
}

function merge(environment: NodeJS.ProcessEnv, env: EnvReader, entry: FileEntry): AgentEntry {
  const { enrollmentTokenFile, name, settings } = entry;
  return {
    name,
    enrollmentTokenFile,
    environment: { ...environment, ...withoutRivals(settings), ...stateLocationOf(env, entry), ...settings },
  };
}

/**
 * Unsets the process-wide counterpart of each setting: an agent's secret file replaces a secret in the environment, and vice
 * versa.
 */
function withoutRivals(settings: Readonly<Record<string, string>>): Record<string, undefined> {
  const rivals = Object.keys(settings).map((name) =>
    name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`,
  );
  return Object.fromEntries(rivals.map((name) => [name, undefined]));
}

/**
 * Returns the agent's own state location; by default a file with its name beside the others', or its entry in the shared
 * Secret.
 */
function stateLocationOf(env: EnvReader, { name, stateFile, stateSecret }: FileEntry): NodeJS.ProcessEnv {
  if (stateFile !== null) return { SVC_AGENT_STATE_FILE: stateFile, SVC_AGENT_STATE_SECRET: undefined };
  if (stateSecret !== null) return { SVC_AGENT_STATE_FILE: undefined, SVC_AGENT_STATE_SECRET: stateSecret };
  if (env.textOrNull('SVC_AGENT_STATE_SECRET') !== null) return {};
  return { SVC_AGENT_STATE_FILE: join(dirname(env.text('SVC_AGENT_STATE_FILE')), `${name}.json`) };
}
