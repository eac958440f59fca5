import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal } from './api-client.js';
import type { NamedRow, RequestRow, WorkflowRow, WrapRow } from './api-rows.js';
import { readTrail, type TrailLine } from './audit-trail.js';
import type { KvClient } from './kv-client.js';
import { KV_MOUNT } from './store-connection.js';
import type { World } from './world.js';

const EXECUTED_DEADLINE_MS = 30_000;
const SECRET_REF = 'payments/prod/database';
const KEY = 'password';
const JUSTIFICATION = 'The nightly settlement fails to log in, ticket PAY-1421';
const COMMENT = 'Ticket checked';

/** What happened to one request, as the transcript tells it. */
export interface MainJob {
  readonly request: RequestRow;
  readonly secretRef: string;
  readonly keys: readonly string[];
  readonly justification: string;
  readonly rule: string;
  readonly workflow: WorkflowRow;
  readonly comment: string;
  readonly value: string;
  /** Whether it is what stands in the store. */
  readonly valueIsRight: boolean;
  readonly second: { readonly status: number; readonly code: string };
  readonly trail: readonly TrailLine[];
}

/** A stored secret is requested, approved after a step-up, fetched by the agent, and revealed once. */
export async function runMainJob(world: World, kv: KvClient): Promise<MainJob> {
  const stored = randomBytes(15).toString('base64url');
  await kv.put(KV_MOUNT, SECRET_REF, { username: 'settlement', [KEY]: stored });
  const submitted = await submit(world);
  const [rule, workflow] = await Promise.all([ruleFor(world), workflowOf(world, submitted)]);
  await world.approver.stepUp();
  await world.approver.api.post(`/requests/${submitted.id}/approve`, { comment: COMMENT });
  const request = await untilExecuted(world, submitted.id);
  await world.developer.stepUp();
  const path = await wrapPath(world, request.id);
  const { value } = await world.developer.api.get<{ value: string }>(path);
  const second = await refusalOf(world.developer.api.get(path));
  const revealed = Buffer.from(value, 'base64').toString('utf8');
  return {
    request,
    secretRef: SECRET_REF,
    keys: [KEY],
    justification: JUSTIFICATION,
    rule,
    workflow,
    comment: COMMENT,
    value: revealed,
    valueIsRight: revealed === stored,
    second,
    trail: await readTrail(world, request.correlation_id),
  };
}

function submit({ developer, places, connection }: World): Promise<RequestRow> {
  return developer.api.post<RequestRow>('/requests/read', {
    project_id: places.project.id,
    environment_id: places.prod.id,
    provider_connection_id: connection.id,
    secret_ref: SECRET_REF,
    keys: [KEY],
    justification: JUSTIFICATION,
  });
}

/** Which rule decides for such a request; the engine that answers is the one that decided. */
async function ruleFor({ admin, places, connection }: World): Promise<string> {
  const { winner } = await admin.api.post<{ winner: NamedRow | null }>('/policies/simulate', {
    project_id: places.project.id,
    environment_id: places.prod.id,
    provider_type: connection.type,
    secret_ref: SECRET_REF,
    operation: 'read',
    type: 'read',
  });
  return winner?.name ?? 'none';
}

function workflowOf({ admin }: World, request: RequestRow): Promise<WorkflowRow> {
  return admin.api.get<WorkflowRow>(`/workflows/${request.workflow_id}`);
}

async function untilExecuted({ developer }: World, id: string): Promise<RequestRow> {
  const deadline = Date.now() + EXECUTED_DEADLINE_MS;
  for (;;) {
    const request = await developer.api.get<RequestRow>(`/requests/${id}`);
    if (request.status === 'executed') return request;
    if (request.status !== 'approved') throw new Error(`The request is ${request.status}: ${request.error}.`);
    if (Date.now() > deadline) throw new Error('The agent has not served the request within 30 s.');
    await sleep(100);
  }
}

async function wrapPath({ developer }: World, requestId: string): Promise<string> {
  const wraps = await developer.api.get<WrapRow[]>(`/requests/${requestId}/wraps`);
  const wrap = wraps.find(({ key_name }) => key_name === KEY);
  if (!wrap) throw new Error('The executed request has no wrap.');
  return `/requests/${requestId}/wraps/${wrap.wrap_id}`;
}

async function refusalOf(call: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiRefusal) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error('The second retrieval was not refused.');
}
