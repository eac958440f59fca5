import { resolve } from 'node:path';
import {
  type AgentConfig,
  type LocalAgentConfig,
  readAgentConfig,
  readLocalAgentConfig,
} from './agent-config.js';
import { type AgentEntry, readAgentEntries } from './agent-entries.js';
import { AgentConfigError, EnvReader } from './env-reader.js';
import type { ListenAddress } from './listen-address.js';
import { type ProcessConfig, readHealthAddress, readProcessConfig } from './process-config.js';

/** The settings of the process and its agents, as `enroll` and `run` need them. */
export interface Settings {
  process: ProcessConfig;
  agents: AgentConfig[];
}

/** The settings that `status` needs. */
export interface LocalSettings {
  health: ListenAddress;
  agents: LocalAgentConfig[];
}

/** @throws AgentConfigError naming every fault of the process and of each agent, without values */
export function parseSettings(environment: NodeJS.ProcessEnv): Settings {
  const { agents, process } = parseEach(environment, readProcessConfig, readAgentConfig);
  const identities = agents.flatMap(({ state }) => ('secret' in state ? [state.secret] : []));
  return {
    process,
    agents: agents.map((agent) => {
      const orchestrator = { ...agent.stores.orchestrator, identities };
      return { ...agent, stores: { ...agent.stores, orchestrator } };
    }),
  };
}

/** Parses only what `status` needs, so that it works despite other faults. @throws AgentConfigError */
export function parseLocalSettings(environment: NodeJS.ProcessEnv): LocalSettings {
  const { agents, process } = parseEach(environment, readHealthAddress, readLocalAgentConfig);
  return { health: process, agents };
}

/**
 * Parses the settings of one agent and of the process.
 * @param all the agents of the process
 * @throws AgentConfigError
 */
export function parseAgentConfig(entry: AgentEntry, all: readonly AgentEntry[]): AgentConfig {
  const env = new EnvReader(entry.environment);
  readProcessConfig(env);
  const config = readAgentConfig(env, entry.name, entry.enrollmentTokenFile);
  env.finish();
  const agents = all.map(({ environment, name }) => readLocalAgentConfig(new EnvReader(environment), name));
  const shared = sharedIn(agents).filter(({ name }) => name === entry.name);
  if (shared.length > 0) throw new AgentConfigError(shared.map(({ why }) => why));
  return config;
}

function parseEach<Process, Agent extends LocalAgentConfig>(
  environment: NodeJS.ProcessEnv,
  readProcess: (env: EnvReader) => Process,
  readAgent: (env: EnvReader, name: string | null, enrollmentTokenFile: string | null) => Agent,
): { process: Process; agents: Agent[] } {
  const own = new EnvReader(environment);
  const process = readProcess(own);
  const { entries, faults } = readAgentEntries(environment);
  const agents = entries.map(({ enrollmentTokenFile, environment: its, name }) => {
    const env = new EnvReader(its);
    const config = readAgent(env, name, enrollmentTokenFile);
    faults.push(...env.faults.map((fault) => (name === null ? fault : `agent ${name}: ${fault}`)));
    return config;
  });
  const shared = sharedIn(agents).map(({ name, why }) => `agent ${name}: ${why}`);
  const all = [...own.faults, ...faults, ...shared];
  if (all.length > 0) throw new AgentConfigError(all);
  return { process, agents };
}

/** Returns agents that share an identity with an earlier one: they would invalidate each other's credentials. */
function sharedIn(agents: readonly LocalAgentConfig[]): { name: string | null; why: string }[] {
  const owners = new Map<string, string | null>();
  return agents.flatMap(({ mintedId, name, state }) => {
    // Entries in a Kubernetes Secret are named after the agent.
    const identity = mintedId ?? ('file' in state ? resolve(state.file) : null);
    if (identity === null) return [];
    const owner = owners.get(identity);
    if (owner === undefined) owners.set(identity, name);
    const shared = mintedId === null ? 'state file' : 'SVC_AGENT_ID';
    return owner === undefined ? [] : [{ name, why: `has the same ${shared} as agent ${owner}` }];
  });
}
