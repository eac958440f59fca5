import type { LocalAgentConfig, StateLocation } from '../config/agent-config.js';
import { parseLocalSettings } from '../config/parse-settings.js';
import { type ListenAddress, urlHostOf } from '../config/listen-address.js';
import { ExitCode } from '../exit-code.js';
import { exchange } from '../http/exchange.js';
import { type AgentState, StateError, wipeState } from '../identity/agent-state.js';
import { openStateStore } from '../identity/open-state-store.js';
import type { AgentStatus, ProcessStatus } from '../runtime/agent-status.js';
import { chooseAgents } from './choose-agents.js';
import { type CommandLine, parseOptions } from './command-line.js';
import type { CommandIo } from './command-io.js';

export const STATUS = {
  name: 'status',
  meaning: 'who the agents are, and whether they are ready and their stores accept them',
  options: { agent: { value: 'NAME', meaning: 'this one of several agents' } },
} as const satisfies CommandLine;

/** `status`: exits with 0 only if each selected agent is ready and no store refuses its login. */
export async function statusCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  const { agent: name } = parseOptions(STATUS, args);
  const { agents, health } = parseLocalSettings(io.env);
  const chosen = chooseAgents(agents, name as string | undefined);
  const running = await processStatus(health);
  const ready: boolean[] = [];
  for (const agent of chosen) {
    if (ready.length > 0) io.stdout.write('\n');
    await printIdentity(io, agent);
    ready.push(printProcess(io, running, agent));
  }
  return ready.every(Boolean) ? ExitCode.ok : ExitCode.failed;
}

async function printIdentity(
  io: CommandIo,
  { mintedId, name, state: location }: LocalAgentConfig,
): Promise<void> {
  const state = await load(location, name);
  if (state instanceof StateError) return void io.stdout.write(`agent:      ${name}, ${state.message}\n`);
  const id = mintedId ?? state?.agentId ?? 'not enrolled';
  io.stdout.write(`agent:      ${name === null ? id : `${name}, ${id}`}\n`);
  if (!state) return;
  io.stdout.write(`connection: ${state.providerConnectionId}\ncluster:    ${state.clusterName}\n`);
  wipeState(state);
}

/** Returns a StateError instead of throwing it, so that one agent's damaged state does not hide the others. */
async function load(location: StateLocation, name: string | null): Promise<AgentState | StateError | null> {
  try {
    return await openStateStore(location).load();
  } catch (error) {
    if (name === null || !(error instanceof StateError)) throw error;
    return error;
  }
}

/** Prints the agent's status in the running process; returns whether it is ready and no store refuses its login. */
function printProcess(io: CommandIo, running: ProcessStatus | null, { name }: LocalAgentConfig): boolean {
  const status = running?.agents.find(({ agent }) => agent === name);
  io.stdout.write(`process:    ${running ? describe(status) : 'not running'}\n`);
  const refusal = status?.store_login_refused;
  if (refusal) {
    const where = `${refusal.store} at ${refusal.address}`;
    io.stdout.write(
      `store:      login failed since ${refusal.since}: ${where} (${refusal.code}); see doctor\n`,
    );
  }
  return status?.state === 'ready' && !refusal;
}

function describe(status: AgentStatus | undefined): string {
  if (!status) return 'runs without this agent: restart it';
  if (status.state === 'starting') return 'unready';
  return status.reason === null ? status.state : `${status.state}: ${status.reason}`;
}

/** Returns the status of the running process; null if there is none. */
async function processStatus({ host, port }: ListenAddress): Promise<ProcessStatus | null> {
  const url = new URL(`http://${urlHostOf(host, port)}/status`);
  try {
    const answer = await exchange({ method: 'GET', url, headers: { Connection: 'close' }, timeoutMs: 3000 });
    return JSON.parse(answer.text) as ProcessStatus;
  } catch {
    return null;
  }
}
