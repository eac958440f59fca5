import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  dataOf,
  type RequestDetailResponse,
  type SubmittedRequestResponse,
  type WorkflowResponse,
} from '../../packages/client/src/index.js';
import { readTrail, type TrailLine } from './audit-trail.js';
import type { KvClient } from './kv-client.js';
import { KV_MOUNT } from './store-connection.js';
import type { World } from './world.js';

const EXECUTED_DEADLINE_MS = 30_000;
const SECRET_REF = 'payments/prod/database';
const KEY = 'password';
const JUSTIFICATION = 'The nightly settlement fails to log in, ticket PAY-1421';
const COMMENT = 'Ticket checked';

/** The outcome of one request, for the transcript. */
export interface MainJob {
  readonly request: Pick<RequestDetailResponse, 'correlation_id'>;
  readonly secretRef: string;
  readonly keys: readonly string[];
  readonly justification: string;
  readonly rule: string;
  readonly workflow: Pick<WorkflowResponse, 'name' | 'min_approvers' | 'allow_self_approval'>;
  readonly comment: string;
  readonly value: string;
  /** Whether the value equals that in the store. */
  readonly valueIsRight: boolean;
  readonly second: { readonly status: number; readonly code: string };
  readonly trail: readonly TrailLine[];
}

/** Runs one request: submitted, approved after a step-up, executed by the agent, retrieved once. */
export async function runMainJob(world: World, kv: KvClient): Promise<MainJob> {
  const stored = randomBytes(15).toString('base64url');
  await kv.put(KV_MOUNT, SECRET_REF, { username: 'settlement', [KEY]: stored });
  const submitted = await submit(world);
  const [rule, workflow] = await Promise.all([ruleFor(world), workflowOf(world, submitted)]);
  await approve(world, submitted.id);
  const request = await untilExecuted(world, submitted.id);
  await world.developer.stepUp();
  const wrap = await wrapOf(world, request.id);
  const { value } = await retrieve(world, wrap);
  const second = await refusalOf(retrieve(world, wrap));
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

/** Submits another request, unless one is waiting, so that whoever signs in next finds one to approve. */
export async function leaveOneWaiting(world: World): Promise<void> {
  const query = { status: 'pending', limit: 1 } as const;
  const waiting = await dataOf(world.developer.api.GET('/api/v1/requests', { params: { query } }));
  if (waiting.length === 0) await submit(world);
}

/** Submits the request of the demonstration. */
function submit({ developer, places, connection }: World): Promise<SubmittedRequestResponse> {
  const body = {
    project_id: places.project.id,
    environment_id: places.prod.id,
    provider_connection_id: connection.id,
    secret_ref: SECRET_REF,
    keys: [KEY],
    justification: JUSTIFICATION,
  };
  return dataOf(developer.api.POST('/api/v1/requests/read', { body }));
}

/** Returns the name of the rule that decides such a request, by simulation. */
async function ruleFor({ admin, places, connection }: World): Promise<string> {
  const { winner } = await dataOf(
    admin.api.POST('/api/v1/policies/simulate', {
      body: {
        project_id: places.project.id,
        environment_id: places.prod.id,
        provider_type: connection.type,
        secret_ref: SECRET_REF,
        operation: 'read',
        type: 'read',
      },
    }),
  );
  return winner?.name ?? 'none';
}

function workflowOf({ admin }: World, request: SubmittedRequestResponse): Promise<WorkflowResponse> {
  const params = { path: { id: request.workflow_id } };
  return dataOf(admin.api.GET('/api/v1/workflows/{id}', { params }));
}

async function approve({ approver }: World, id: string): Promise<void> {
  await approver.stepUp();
  const params = { path: { id } };
  await dataOf(approver.api.POST('/api/v1/requests/{id}/approve', { params, body: { comment: COMMENT } }));
}

async function untilExecuted({ developer }: World, id: string): Promise<RequestDetailResponse> {
  const deadline = Date.now() + EXECUTED_DEADLINE_MS;
  for (;;) {
    const request = await dataOf(developer.api.GET('/api/v1/requests/{id}', { params: { path: { id } } }));
    if (request.status === 'executed') return request;
    if (request.status !== 'approved') throw new Error(`The request is ${request.status}: ${request.error}.`);
    if (Date.now() > deadline) throw new Error('The agent has not served the request within 30 s.');
    await sleep(100);
  }
}

/** A wrap, as its address names it. */
interface WrapPlace {
  readonly id: string;
  readonly wrap_id: string;
}

async function wrapOf({ developer }: World, id: string): Promise<WrapPlace> {
  const wraps = await dataOf(developer.api.GET('/api/v1/requests/{id}/wraps', { params: { path: { id } } }));
  const wrap = wraps.find(({ key_name }) => key_name === KEY);
  if (!wrap) throw new Error('The executed request has no wrap.');
  return { id, wrap_id: wrap.wrap_id };
}

function retrieve({ developer }: World, path: WrapPlace): Promise<{ value: string }> {
  return dataOf(developer.api.GET('/api/v1/requests/{id}/wraps/{wrap_id}', { params: { path } }));
}

async function refusalOf(call: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error('The second retrieval was not refused.');
}
