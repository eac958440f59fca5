import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConnectionResponse,
  dataOf,
  type CreatePolicyBody,
  type CreateWorkflowBody,
  type EnvironmentResponse,
  type SubmitReadBody,
} from '../../../packages/client/src/index.js';
import { AccountBook } from '../../stack/account-book.js';
import { ensure, WHOLE_LIST } from '../../stack/ensure.js';
import { KvClient } from '../../stack/kv-client.js';
import { issueEnrollmentToken } from '../../stack/local-agent.js';
import { accountsOf, ensureAuditor, ensureMember } from '../../stack/people.js';
import { ensurePlaces } from '../../stack/places.js';
import { Person } from '../../stack/person.js';
import { KV_MOUNT } from '../../stack/store-connection.js';
import type { OwnStack } from './own-stack.js';

const EXECUTED_DEADLINE_MS = 30_000;
const GATEWAY = 'payments/prod/card-gateway';
/** The keys in the shop's stores, by reference. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  [GATEWAY]: ['api_key', 'webhook_secret'],
  'payments/prod/ledger': ['username', 'password'],
  'payments/dev/database': ['username', 'password'],
  'payments/dev/card-gateway': ['api_key'],
  'platform/prod/search-index': ['password', 'tls_key'],
  'platform/staging/search-index': ['password'],
  'platform/prod/mail-relay': ['password'],
};

type Wish = Required<Pick<SubmitReadBody, 'secret_ref' | 'keys' | 'justification'>>;

/** The people of the pictures and the objects that they look at. */
export interface Shop {
  readonly people: Readonly<Record<'ada' | 'dana' | 'omar' | 'vera', Person>>;
  readonly book: AccountBook;
  /** Request that waits for Omar. */
  readonly waiting: string;
  /** Dana's request, executed and not yet revealed. */
  readonly executed: string;
  readonly simulated: Readonly<Record<string, string>>;
  readonly asked: Readonly<Record<string, string>>;
  readonly person: string;
}

/** Fills the stack with data of a few days of work, through the HTTP API only. */
export async function fillShop({ apiUrl, folder }: OwnStack): Promise<Shop> {
  const book = new AccountBook(folder.path);
  const accounts = accountsOf(folder.secrets);
  const ada = await Person.signIn(apiUrl, accounts.admin, book);
  const dana = await Person.signIn(apiUrl, accounts.developer, book);
  const omar = await Person.signIn(apiUrl, accounts.approver, book);
  const auditor = await ensureAuditor(ada, apiUrl, folder.secrets.auditorPassword, book);
  const vera = await Person.signIn(apiUrl, auditor, book);
  const { team, dev, prod } = await ensurePlaces(ada);
  const [connection] = await dataOf(ada.api.GET('/api/v1/provider-connections', WHOLE_LIST));
  const { id, scope } = connection as ConnectionResponse;
  const platform = await addSearch(ada, id);
  const password = folder.secrets.developerPassword;
  const member = (displayName: string, role: string, teamId: string): Promise<Person> => {
    const email = `${displayName.split(' ')[0]!.toLowerCase()}@example.com`;
    const account = { email, displayName, password };
    return ensureMember(ada, apiUrl, { account, role, teamId }, book);
  };
  await member('Jonas Weber', 'approver', team.id);
  const priya = await member('Priya Raman', 'developer', team.id);
  const mei = await member('Mei Tanaka', 'developer', platform.teamId);
  await writeRules(ada);
  await enrollElsewhere(ada);
  await fillStore(ada, id, new KvClient(String(scope.address), folder.secrets.kvToken));
  const places = { connection: id, dev, prod, search: platform.prod };
  const requests = await makeRequests(places, { dana, omar, priya, mei });
  const asked = { project_id: prod.project_id, environment_id: prod.id, secret_ref: GATEWAY };
  const simulated = { ...asked, provider_type: 'vault', operation: 'read', type: 'read' };
  return { people: { ada, dana, omar, vera }, book, ...requests, simulated, asked, person: dana.id };
}

/** Adds the second team's project, whose prod uses the same store. */
async function addSearch(
  { api }: Person,
  connectionId: string,
): Promise<{ teamId: string; prod: EnvironmentResponse }> {
  const teams = await dataOf(api.GET('/api/v1/teams', WHOLE_LIST));
  const { id: teamId } = teams.find(({ name }) => name === 'platform')!;
  const about = { name: 'search', team_id: teamId, description: 'Finds what the shop sells' };
  const { id: project_id } = await dataOf(api.POST('/api/v1/projects', { body: about }));
  const body = { project_id, name: 'prod', type: 'prod', risk_level: 3 } as const;
  const prod = await dataOf(api.POST('/api/v1/environments', { body }));
  const params = { path: { id: connectionId } };
  const binding = { project_id, environment_id: prod.id };
  await dataOf(api.POST('/api/v1/provider-connections/{id}/bindings', { params, body: binding }));
  return { teamId, prod };
}

/** Writes the store's secrets, and runs a discovery. */
async function fillStore({ api }: Person, connectionId: string, kv: KvClient): Promise<void> {
  for (const [ref, keys] of Object.entries(SECRETS))
    await kv.put(KV_MOUNT, ref, Object.fromEntries(keys.map((key) => [key, `not a real ${key}`])));
  const params = { path: { id: connectionId } };
  await dataOf(api.POST('/api/v1/provider-connections/{id}/discover-now', { params }));
}

interface RequestPlaces extends Readonly<Record<'dev' | 'prod' | 'search', EnvironmentResponse>> {
  readonly connection: string;
}

/** Submits requests of several people: rejected, executed without approval, executed after an approval, waiting. */
async function makeRequests(
  { connection, dev, prod, search }: RequestPlaces,
  { dana, omar, priya, mei }: Readonly<Record<'dana' | 'omar' | 'priya' | 'mei', Person>>,
): Promise<Pick<Shop, 'waiting' | 'executed'>> {
  const ask = async (
    { api }: Person,
    { id, project_id }: EnvironmentResponse,
    wish: Wish,
  ): Promise<string> => {
    const place = { project_id, environment_id: id, provider_connection_id: connection };
    return (await dataOf(api.POST('/api/v1/requests/read', { body: { ...place, ...wish } }))).id;
  };
  const ledger = 'payments/prod/ledger';
  const old = await ask(priya, prod, {
    secret_ref: ledger,
    keys: ['password'],
    justification: 'Reconciliation of October, FIN-88',
  });
  await omar.stepUp();
  const rejection = { params: { path: { id: old } }, body: { reason: 'FIN-88 is closed already.' } };
  await dataOf(omar.api.POST('/api/v1/requests/{id}/reject', rejection));
  await ask(priya, dev, {
    secret_ref: 'payments/dev/card-gateway',
    keys: ['api_key'],
    justification: 'Local run of the refund job',
  });
  const executed = await ask(dana, prod, {
    secret_ref: ledger,
    keys: ['username', 'password'],
    justification: 'Month-end closing stops at the ledger, FIN-91',
  });
  const approval = { params: { path: { id: executed } }, body: { comment: 'Seen with Priya, go ahead.' } };
  await dataOf(omar.api.POST('/api/v1/requests/{id}/approve', approval));
  await untilExecuted(dana, executed);
  await ask(mei, search, {
    secret_ref: 'platform/prod/search-index',
    keys: ['tls_key'],
    justification: 'The certificate runs out on Friday',
  });
  const waiting = await ask(dana, prod, {
    secret_ref: GATEWAY,
    keys: ['api_key', 'webhook_secret'],
    justification: 'The gateway refuses our webhooks since 09:40, PAY-1433',
  });
  const text = 'The provider says that our key was rotated.';
  const params = { path: { id: waiting } };
  await dataOf(dana.api.POST('/api/v1/requests/{id}/comments', { params, body: { text } }));
  return { waiting, executed };
}

/** Two approvals for the card gateway, none for a developer's own dev; the default rule applies to the rest. */
async function writeRules({ api }: Person): Promise<void> {
  const workflow = (body: CreateWorkflowBody): Promise<{ id: string }> =>
    ensure(
      dataOf(api.GET('/api/v1/workflows')),
      ({ name }) => name === body.name,
      () => dataOf(api.POST('/api/v1/workflows', { body })),
    );
  const rule = async (body: CreatePolicyBody): Promise<void> => {
    await dataOf(api.POST('/api/v1/policies', { body }));
  };
  const two = await workflow({ name: 'two people', min_approvers: 2, require_justification: true });
  const nobody = await workflow({ name: 'nobody', min_approvers: 0 });
  await rule({
    name: 'Card gateway in prod',
    priority: 900,
    selector: { environment_kind: 'prod', secret_ref_prefix: 'payments/prod/card-' },
    workflow_id: two.id,
    requires_mfa: true,
  });
  await rule({
    name: 'Everything in prod',
    priority: 500,
    selector: { environment_kind: 'prod' },
    workflow_id: two.id,
    enabled: false,
  });
  await rule({
    name: 'Reading in non-prod',
    priority: 100,
    selector: { environment_kind: 'non_prod', operation: 'read' },
    workflow_id: nobody.id,
  });
}

/** Adds agents of two more stores, which enrolled and have been silent since. */
async function enrollElsewhere(ada: Person): Promise<void> {
  const { api } = ada;
  for (const [name, cluster_name, versions] of [
    ['openbao-eu', 'eu-west', ['0.1.0', '0.1.0', '0.0.9']],
    ['openbao-us', 'us-east', ['0.0.9']],
  ] as const) {
    const scope = { address: `https://${name}.example.com`, kvMount: KV_MOUNT };
    const body = { name, type: 'vault', cluster_name, scope } as const;
    const { id } = await dataOf(api.POST('/api/v1/provider-connections', { body }));
    for (const [index, version] of versions.entries()) {
      const der = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' });
      const public_key = der.subarray(-32).toString('base64');
      const enrollment_token = await issueEnrollmentToken(ada, id);
      const agent = {
        enrollment_token,
        name: `${cluster_name}-${index + 1}`,
        cluster_name,
        public_key,
        version,
      };
      await dataOf(api.POST('/api/v1/agents/enroll', { body: agent }));
    }
  }
}

async function untilExecuted({ api }: Person, id: string): Promise<void> {
  const deadline = Date.now() + EXECUTED_DEADLINE_MS;
  for (;;) {
    const { status } = await dataOf(api.GET('/api/v1/requests/{id}', { params: { path: { id } } }));
    if (status === 'executed') return;
    if (Date.now() > deadline) throw new Error(`The request is still ${status} after 30 s.`);
    await sleep(100);
  }
}
