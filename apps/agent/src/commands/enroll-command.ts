import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { exportAgentKeyPair, generateAgentKeyPair } from '#libs/wire';
import { parseAgentConfig } from '../config/agent-config.js';
import { enrollAgent } from '../control-plane/enroll-agent.js';
import { ExitCode } from '../exit-code.js';
import { type AgentState, StateError, type StateStore } from '../identity/agent-state.js';
import { openStateStore } from '../identity/open-state-store.js';
import type { CommandIo } from './command-io.js';
import { readEnrollmentToken } from './read-enrollment-token.js';
import { UsageError } from './usage-error.js';

/**
 * `enroll [--if-needed] [--name NAME] [--token-file FILE]`: trades a one-time token from a file or standard input for an
 * identity, kept in the state file or secret. Everything that can fail here is tried before the token is spent. With
 * `--if-needed` an agent that has an identity keeps it, and no token is looked at.
 */
export async function enrollCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  const options = parseOptions(args);
  const config = parseAgentConfig(io.env);
  const store = openStateStore(config.state);
  if (await store.load()) {
    if (options.ifNeeded) {
      io.stdout.write(`already enrolled: the identity in ${store.place} stays\n`);
      return ExitCode.ok;
    }
    throw new StateError(`this agent is enrolled: move ${store.place} away to enroll again`);
  }
  await store.assertWritable();
  const keys = await generateAgentKeyPair();
  const privateKey = await exportAgentKeyPair(keys);
  const token = await readEnrollmentToken(io, options.tokenFile);
  const { clusterName } = config;
  const publicKey = keys.publicKeyBase64;
  const enrollment = await enrollAgent(config.apiUrl, { token, name: options.name, clusterName, publicKey });
  token.wipe();
  const { agentId, agentToken: secret, providerConnectionId } = enrollment;
  const rotation = { secretIssuedAt: new Date(), previousSecret: null, rotating: false };
  await keep(store, { agentId, secret, privateKey, providerConnectionId, clusterName, ...rotation });
  privateKey.wipe();
  secret.wipe();
  io.stdout.write(`enrolled: agent ${agentId} for connection ${providerConnectionId}\n`);
  return ExitCode.ok;
}

/** The token is spent by now: what can't be kept must not live on at the control plane. */
async function keep(store: StateStore, state: AgentState): Promise<void> {
  try {
    await store.save(state);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new StateError(`${error.message}. Revoke agent ${state.agentId}: its identity could not be kept`);
  }
}

interface EnrollOptions {
  readonly name: string;
  readonly tokenFile: string | null;
  readonly ifNeeded: boolean;
}

function parseOptions(args: string[]): EnrollOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        name: { type: 'string' },
        'token-file': { type: 'string' },
        'if-needed': { type: 'boolean', default: false },
      },
    });
    const { name = hostname(), 'token-file': tokenFile = null, 'if-needed': ifNeeded } = values;
    return { name, tokenFile, ifNeeded };
  } catch {
    throw new UsageError(
      'enroll takes --if-needed, --name NAME and --token-file FILE only. The token comes from that file or from standard ' +
        'input: on a command line every user of this machine could read it.',
    );
  }
}
