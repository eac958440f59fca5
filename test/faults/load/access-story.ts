import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredPerson } from '../../../libs/requests/src/testing/executed-reads.js';
import type { Answer, Client } from './client.js';
import type { Story } from './lane.js';
import type { WorkflowName } from './place.js';

const TERMINAL: ReadonlySet<string> = new Set([
  'executed',
  'failed',
  'refused',
  'rejected',
  'cancelled',
  'expired',
]);

type Kind = 'read' | 'patch' | 'direct';

/** Returns all that one story decides, drawn before its first call. */
function handOf({ draws, place }: Story) {
  const kind = draws.oneOf<Kind>(['read', 'read', 'patch', 'patch', 'direct']);
  const workflow: WorkflowName =
    kind === 'direct' ? 'auto' : draws.oneOf<WorkflowName>(['auto', 'one', 'one', 'two', 'brief']);
  return {
    ...{ kind, workflow },
    requester: draws.oneOf(place.developers),
    keys: ['user', 'password', 'token'].slice(0, draws.between(1, 3)),
    repeats: draws.oneOf(['never', 'at once', 'later'] as const),
    voters: draws.shuffled(place.approvers).slice(0, draws.between(1, 3)),
    rejects: draws.chance(0.12),
    votesAtOnce: draws.chance(0.4),
    cancels: draws.oneOf([
      ...Array.from({ length: 7 }, () => 'never' as const),
      'before',
      'among',
      'after',
    ] as const),
    reveals: draws.chance(0.5),
    ends: draws.chance(0.7),
    api: draws.between(0, 1),
  };
}

/** Somebody asks for values or writes some; others approve; an agent does it; the requester takes the values. */
export async function playAccess(story: Story): Promise<void> {
  const hand = handOf(story);
  const client = story.as(hand.requester);
  const id = await submit(story, client, hand);
  if (id === null) return;
  if (hand.cancels === 'before') await cancel(story, client, id, hand.api);
  await vote(story, client, id, hand);
  if (hand.cancels === 'after') await cancel(story, client, id, hand.api);
  const status = await untilEnded(story, client, id, hand.api);
  if (status === 'executed' && hand.kind !== 'patch') await takeValues(story, client, id, hand);
}

async function submit(story: Story, client: Client, hand: ReturnType<typeof handOf>): Promise<string | null> {
  const { place, name } = story;
  const direct = hand.kind === 'direct';
  const target = { provider_connection_id: place.connectionId, secret_ref: `${hand.workflow}/${name}` };
  const values = hand.keys.map((key) => [key, Buffer.from(`patch|${name}|${key}`).toString('base64')]);
  const body = {
    ...target,
    ...(direct ? {} : { project_id: place.projectId, environment_id: place.environmentId }),
    ...(direct ? {} : { justification: name }),
    ...(hand.kind === 'patch' ? { key_values: Object.fromEntries(values) as object } : { keys: hand.keys }),
  };
  const path = {
    read: '/requests/read',
    patch: '/requests',
    direct: `/projects/${place.projectId}/environments/${place.environmentId}/direct-reveal`,
  }[hand.kind];
  const ask = {
    ...({ operation: 'submit', path, body, api: hand.api } as const),
    headers: { 'idempotency-key': name },
    about: { kind: hand.kind, ref: target.secret_ref, requester: hand.requester.userId },
    learn: (answer: any) => ({ request: answer.id as string }),
  };
  const twice = hand.repeats === 'at once' ? [0, 1] : [0];
  const answers = await Promise.all(
    twice.map((n) => story.insist(client, { ...ask, api: (hand.api + n) % 2 })),
  );
  if (hand.repeats === 'later') answers.push(await story.insist(client, ask));
  return (answers.find((answer) => answer.status === 201)?.body?.id as string | undefined) ?? null;
}

async function vote(
  story: Story,
  requester: Client,
  id: string,
  hand: ReturnType<typeof handOf>,
): Promise<void> {
  const votes = hand.voters.map(
    (voter, index) => () => castVote(story, id, voter, hand.rejects && index === 0, index),
  );
  if (hand.cancels === 'among') votes.splice(1, 0, () => cancel(story, requester, id, hand.api));
  if (hand.votesAtOnce) await Promise.all(votes.map((cast) => cast()));
  else for (const cast of votes) await cast();
}

function castVote(
  story: Story,
  id: string,
  voter: StoredPerson,
  rejects: boolean,
  n: number,
): Promise<Answer> {
  const operation = rejects ? ('reject' as const) : ('approve' as const);
  const about = { request: id, voter: voter.userId };
  const path = `/requests/${id}/${operation}`;
  return story.insist(story.as(voter), {
    operation,
    path,
    body: rejects ? { reason: 'no' } : {},
    api: n % 2,
    about,
  });
}

export function cancel(story: Story, client: Client, id: string, api: number): Promise<Answer> {
  const path = `/requests/${id}/cancel`;
  return story.insist(client, { operation: 'cancel', path, body: {}, api, about: { request: id } });
}

/** Looks at the request until it has ended; the last status seen when that takes too long. */
export async function untilEnded(story: Story, client: Client, id: string, api: number): Promise<string> {
  let status = '';
  for (let looks = 0; looks < 40 && !TERMINAL.has(status); looks += 1) {
    await sleep(150 + 10 * looks);
    const answer = await story.insist(client, {
      ...({ operation: 'read', method: 'GET', path: `/requests/${id}`, api } as const),
    });
    if (answer.status === 200) status = answer.body.status as string;
  }
  return status;
}

/** Takes every value at both processes at once, and once more afterwards, in a reveal session or without. */
export async function takeValues(
  story: Story,
  client: Client,
  id: string,
  hand: { readonly reveals: boolean; readonly ends: boolean; readonly api: number },
): Promise<void> {
  const listed = await story.insist(client, {
    ...({ operation: 'read', method: 'GET', path: `/requests/${id}/wraps`, api: hand.api } as const),
  });
  if (listed.status !== 200) return;
  const session = hand.reveals ? await openReveal(story, client, id, hand.api) : null;
  for (const { wrap_id: wrap } of listed.body as { wrap_id: string }[]) {
    const ask = {
      ...({ operation: 'retrieve', method: 'GET', path: `/requests/${id}/wraps/${wrap}` } as const),
      about: { request: id, wrap },
      value: async (body: any) => Buffer.from(body.value as string, 'base64').toString(),
    };
    await Promise.all([0, 1].map((api) => story.insist(client, { ...ask, api }, 3)));
  }
  if (session !== null && hand.ends) {
    const ask = { operation: 'reveal.expire', path: `/reveal-sessions/${session}/expire` } as const;
    await story.insist(client, { ...ask, body: { reason: 'user_hide' }, api: hand.api, about: { session } });
  }
}

async function openReveal(story: Story, client: Client, id: string, api: number): Promise<string | null> {
  const opened = await story.insist(client, {
    ...({
      operation: 'reveal.open',
      path: '/reveal-sessions',
      body: { access_request_id: id },
      api,
    } as const),
    about: { request: id },
    learn: (body) => ({ session: body.session_id as string }),
  });
  return opened.status === 201 ? (opened.body.session_id as string) : null;
}
