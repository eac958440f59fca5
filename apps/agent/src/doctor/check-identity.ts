import type { AgentConfig } from '../config/agent-config.js';
import { type AgentIdentity, loadIdentity } from '../identity/agent-identity.js';
import { StateError } from '../identity/agent-state.js';
import type { Report } from './report.js';

const CHECK = 'identity';

/** Reports the agent's identity; null if it is not enrolled or its state is unusable. */
export async function checkIdentity(report: Report, config: AgentConfig): Promise<AgentIdentity | null> {
  try {
    const identity = await loadIdentity(config);
    if (!identity) {
      report.failed(CHECK, 'this agent is not enrolled', 'Run enroll with a token from the control plane.');
      return null;
    }
    const from = config.minted ? 'SVC_AGENT_ID and SVC_AGENT_SECRET' : placeOf(config);
    report.ok(CHECK, `agent ${identity.agentId}, from ${from}`);
    return identity;
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    report.failed(CHECK, error.message, adviceFor(config));
    return null;
  }
}

function placeOf({ state }: AgentConfig): string {
  return 'file' in state
    ? `the state file ${state.file}`
    : `the secret ${state.secret.namespace}/${state.secret.name}`;
}

function adviceFor({ state }: AgentConfig): string {
  return 'file' in state
    ? `Run as the owner of ${state.file}, with mode 0600; if others could read it, revoke the agent and enroll again.`
    : 'Check the service account’s role: get and update on this secret (create, where it is not there yet).';
}
