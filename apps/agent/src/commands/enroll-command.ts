import { hostname } from 'node:os';
import { exportAgentKeyPair, generateAgentKeyPair } from '#libs/agent-protocol';
import type { AgentConfig } from '../config/agent-config.js';
import { parseSettings } from '../config/parse-settings.js';
import { enrollAgent } from '../control-plane/enroll-agent.js';
import { ExitCode } from '../exit-code.js';
import { type AgentState, StateError, type StateStore, wipeState } from '../identity/agent-state.js';
import { openStateStore } from '../identity/open-state-store.js';
import { chooseAgents } from './choose-agents.js';
import { type CommandLine, parseOptions } from './command-line.js';
import type { CommandIo } from './command-io.js';
import { explainFailure } from './explain-failure.js';
import { readEnrollmentToken } from './read-enrollment-token.js';
import { UsageError } from './usage-error.js';

export const ENROLL = {
  name: 'enroll',
  meaning: 'trade a one-time token (from a file or standard input) for an identity',
  options: {
    'if-needed': { meaning: 'keep an identity that is there; no token is read then' },
    name: { value: 'NAME', meaning: 'name in the control plane (default: the agent’s, else the host’s)' },
    'token-file': { value: 'FILE', meaning: 'file with the token' },
    agent: { value: 'NAME', meaning: 'this one of several agents' },
    all: {
      meaning:
        'every agent, each with its enrollmentTokenFile; with --if-needed it fails only if none is enrolled',
    },
  },
  hint: 'The token comes from that file or from standard input: on a command line every user of this machine could read it.',
} as const satisfies CommandLine;

interface EnrollOptions {
  readonly name: string | undefined;
  readonly tokenFile: string | null;
  readonly ifNeeded: boolean;
}

/**
 * `enroll`: exchanges a one-time token for an identity, stored in the state file or secret. Checks everything that can fail
 * here before it uses the token. With `--all` it tries each agent independently; with `--if-needed` it succeeds if at least
 * one has an identity afterwards.
 */
export async function enrollCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  const given = parseOptions(ENROLL, args);
  const chosen = chooseAgents(parseSettings(io.env).agents, given.agent as string | undefined);
  const options = {
    name: given.name as string | undefined,
    tokenFile: (given['token-file'] ?? null) as string | null,
    ifNeeded: given['if-needed'] === true,
  };
  const [only] = chosen;
  if (only && chosen.length === 1 && !(given.all && only.name !== null)) return enroll(io, only, options);
  if (!given.all) throw new UsageError('there are several agents: enroll needs --agent NAME or --all');
  if (options.name !== undefined || options.tokenFile !== null) {
    throw new UsageError('--name and --token-file are for one agent: give them with --agent NAME');
  }
  return enrollAll(io, chosen, options);
}

async function enrollAll(
  io: CommandIo,
  agents: readonly AgentConfig[],
  options: EnrollOptions,
): Promise<ExitCode> {
  const failures: ExitCode[] = [];
  for (const agent of agents) {
    try {
      if (agent.enrollmentTokenFile === null && !(options.ifNeeded && (await isEnrolled(agent)))) {
        throw new UsageError('it has no enrollmentTokenFile');
      }
      await enroll(io, agent, options);
    } catch (error) {
      failures.push(explainFailure(io, error, agent.name));
    }
  }
  // `--if-needed` runs before `run`, and one agent's invalid token must not prevent the others from running.
  const isEnough = options.ifNeeded && failures.length < agents.length;
  if (failures.length === 0 || isEnough) return ExitCode.ok;
  // The lowest code says whether a retry can help any of them.
  return Math.min(...failures) as ExitCode;
}

async function isEnrolled({ state: location }: AgentConfig): Promise<boolean> {
  const state = await openStateStore(location).load();
  if (state) wipeState(state);
  return state !== null;
}

async function enroll(io: CommandIo, config: AgentConfig, options: EnrollOptions): Promise<ExitCode> {
  const store = openStateStore(config.state);
  const who = config.name === null ? '' : `${config.name}: `;
  if (await isEnrolled(config)) {
    if (options.ifNeeded) {
      io.stdout.write(`${who}already enrolled: the identity in ${store.location} stays\n`);
      return ExitCode.ok;
    }
    throw new StateError(`this agent is enrolled: move ${store.location} away to enroll again`);
  }
  await store.assertWritable();
  const keys = generateAgentKeyPair();
  const privateKey = exportAgentKeyPair(keys);
  const token = await readEnrollmentToken(io, options.tokenFile ?? config.enrollmentTokenFile);
  const { clusterName } = config;
  const request = { token, name: options.name ?? config.name ?? hostname(), clusterName };
  const enrollment = await enrollAgent(config.apiUrl, { ...request, publicKey: keys.publicKeyBase64 });
  token.wipe();
  const { agentId, agentToken: secret, providerConnectionId } = enrollment;
  const rotation = { secretIssuedAt: new Date(), previousSecret: null, rotating: false };
  await keep(store, { agentId, secret, privateKey, providerConnectionId, clusterName, ...rotation });
  privateKey.wipe();
  secret.wipe();
  io.stdout.write(`${who}enrolled: agent ${agentId} for connection ${providerConnectionId}\n`);
  return ExitCode.ok;
}

/** Stores the state. If that fails, the error says to revoke the agent, because the token has been used. */
async function keep(store: StateStore, state: AgentState): Promise<void> {
  try {
    await store.save(state);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new StateError(`${error.message}. Revoke agent ${state.agentId}: its identity could not be stored`);
  }
}
