import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from './agent-of-connection.js';
import type { AgentProcess } from './agent-process.js';
import { canary } from './canary.js';
import { type StackOptions, startStack, type TestStack } from './test-stack.js';
import { buildWorld, type World } from './world.js';

/** Accepted by the store of a served world. */
const KV_TOKEN = canary('token-of-the-store');

export interface ServedWorld {
  readonly kv: DevKv;
  readonly stack: TestStack;
  readonly world: World;
  readonly agent: AgentProcess;
  stop(): Promise<void>;
}

/**
 * Builds a world whose connection has a store, and an agent that serves it by way of the last api.
 *
 * @param secrets what the store holds, by reference
 */
export async function buildServedWorld(
  secrets: Readonly<Record<string, Record<string, string>>>,
  { agentEnv, ...options }: StackOptions & { readonly agentEnv?: Record<string, string> } = {},
): Promise<ServedWorld> {
  const kv = await startDevKv({ token: KV_TOKEN });
  for (const [ref, values] of Object.entries(secrets)) kv.put(`secret/${ref}`, values);
  const stack = await startStack(options);
  let agent: AgentProcess | undefined;
  const stop = async (): Promise<void> => {
    await agent?.stop();
    await Promise.all([stack.stop(), kv.stop()]);
  };
  try {
    const world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
    const store = { vaultToken: KV_TOKEN, vaultAddress: kv.url };
    agent = await startAgentOf(world, { apiUrl: stack.apis.at(-1)!.url, ...store, env: agentEnv });
    return { kv, stack, world, agent, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
