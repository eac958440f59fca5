import { parseLocalConfig } from '../config/agent-config.js';
import type { ListenAddress } from '../config/listen-address.js';
import { ExitCode } from '../exit-code.js';
import { exchange } from '../http/exchange.js';
import { openStateStore } from '../identity/open-state-store.js';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

/** `status`: who this agent is and whether it is at work; ends with 0 only when it is ready. */
export async function statusCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('status takes no arguments');
  const config = parseLocalConfig(io.env);
  const state = await openStateStore(config.state).load();
  const agentId = config.mintedId ?? state?.agentId;
  io.stdout.write(`agent:      ${agentId ?? 'not enrolled'}\n`);
  if (state) {
    io.stdout.write(`connection: ${state.providerConnectionId}\ncluster:    ${state.clusterName}\n`);
    state.secret.wipe();
    state.previousSecret?.wipe();
    state.privateKey.wipe();
  }
  const running = await probe(config.health);
  io.stdout.write(`process:    ${running}\n`);
  return running === 'ready' ? ExitCode.ok : ExitCode.failed;
}

async function probe({ host, port }: ListenAddress): Promise<'ready' | 'unready' | 'not running'> {
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`);
  try {
    const answer = await exchange({ method: 'GET', url, headers: { Connection: 'close' }, timeoutMs: 3000 });
    return answer.status === 200 ? 'ready' : 'unready';
  } catch {
    return 'not running';
  }
}
