import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { codeFor, type TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, PASSWORD, type World } from '../support/world.js';
import { CommandLine } from './command-line.js';

const KV_TOKEN = canary('token-of-the-store');
export const REF = 'apps/payments/db';
/** Needs nobody's approval, and may be revealed directly. */
export const OPEN_REF = 'apps/open/db';

/** A service with an agent and a store that has values, and people with command lines. */
export class ValuesWorld {
  private constructor(
    readonly kv: DevKv,
    readonly stack: TestStack,
    readonly world: World,
    readonly agent: AgentProcess,
  ) {}

  /** @param values what the store holds at both references */
  static async start(values: Record<string, string>): Promise<ValuesWorld> {
    const kv = await startDevKv({ token: KV_TOKEN });
    for (const ref of [REF, OPEN_REF]) kv.put(`secret/${ref}`, values);
    const stack = await startStack({ worker: true });
    const world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
    const agent = await startAgentOf(world, {
      ...{ apiUrl: stack.apis[0]!.url, vaultToken: KV_TOKEN, vaultAddress: kv.url },
    });
    const none = { name: 'nobody', min_approvers: 0 };
    const workflow_id = created(await world.admin.post('/workflows', none)).id;
    const selector = { environment_kind: 'non_prod', secret_ref_prefix: 'apps/open/' };
    const rule = { name: 'open dev', selector, workflow_id, priority: 50, direct_reveal_allowed: true };
    created(await world.admin.post('/policies', rule));
    return new ValuesWorld(kv, stack, world, agent);
  }

  async stop(): Promise<void> {
    await this.agent.stop();
    await this.stack.stop();
    await this.kv.stop();
  }

  /** A person with a second factor who has signed in at a command line. */
  async person(name: string, role: string, scope?: object): Promise<Person> {
    const client = await this.world.person(name, role, { scope });
    const secret = await client.enrollTotp();
    const line = new CommandLine(this.stack.apis[0]!.url);
    const { code, stderr } = await line.signIn(`${name}@example.test`, PASSWORD);
    if (code !== 0) throw new Error(stderr);
    return { client, line, secret };
  }

  /** Asks for keys of `OPEN_REF`, and waits until they can be fetched. @returns the request's id */
  async executed({ client }: Person, ...keys: string[]): Promise<string> {
    const { id } = created(
      await client.post('/requests/read', {
        ...{ project_id: this.world.project.id, environment_id: this.world.dev.id, keys },
        ...{ provider_connection_id: this.world.connection.id, secret_ref: OPEN_REF },
      }),
    );
    const isExecuted = async () => (await client.get(`/requests/${id}`)).body.status === 'executed';
    await eventually(isExecuted, 'executed');
    return id;
  }

  /** What the store holds now at a reference. */
  async stored(ref: string): Promise<Record<string, string>> {
    const headers = { 'x-vault-token': KV_TOKEN };
    const answer: any = await (await fetch(`${this.kv.url}/v1/secret/data/${ref}`, { headers })).json();
    return answer.data.data;
  }
}

export interface Person {
  readonly client: TestClient;
  readonly line: CommandLine;
  /** Of the authenticator app. */
  readonly secret: string;
}

/** Shows the second factor once, so that what follows is not asked for it. @param at which code: each is good for one use */
export async function stepUp({ line, secret }: Person, at = 0): Promise<void> {
  const { code, stderr } = await line.run(['step-up', '--code', codeFor(secret, at)]);
  if (code !== 0) throw new Error(stderr);
}
