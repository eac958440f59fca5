import type { StoredPerson } from '../../../libs/requests/src/testing/executed-reads.js';
import { cancel, takeValues, untilEnded } from './access-story.js';
import type { Answer, Client } from './client.js';
import type { Story } from './lane.js';
import type { WorkflowName } from './place.js';

function handOf({ draws, place }: Story) {
  return {
    workflow: draws.oneOf<WorkflowName>(['x-none', 'x-one', 'x-both', 'x-both', 'brief']),
    requester: draws.oneOf(place.developers),
    keys: ['user', 'password'].slice(0, draws.between(1, 2)),
    repeats: draws.chance(0.4),
    fillers: draws.shuffled(place.fillers).slice(0, draws.between(1, 2)),
    refuses: draws.chance(0.12),
    cancels: draws.chance(0.12),
    source: draws.oneOf(place.approvers),
    guard: draws.oneOf(place.guards),
    guardFirst: draws.chance(0.3),
    votesAtOnce: draws.chance(0.3),
    rejects: draws.oneOf(['source', 'security', ...Array.from({ length: 14 }, () => 'nobody')] as const),
    reveals: draws.chance(0.5),
    ends: draws.chance(0.7),
    api: draws.between(0, 1),
  };
}

/** One team asks another for values: filled or refused, voted on, written by an agent, shown to the requester. */
export async function playCrossTeam(story: Story): Promise<void> {
  const hand = handOf(story);
  const client = story.as(hand.requester);
  const id = await submit(story, client, hand);
  if (id === null) return;
  const acts = hand.fillers.map((filler) => () => fill(story, id, filler, hand));
  if (hand.refuses) acts.push(() => refuse(story, id, hand.fillers[0]!));
  if (hand.cancels) acts.push(() => cancel(story, client, id, hand.api));
  await Promise.all(acts.map((act) => act()));
  if (hand.workflow !== 'x-none') await vote(story, id, hand);
  const status = await untilEnded(story, client, id, hand.api);
  if (status === 'executed') await takeValues(story, client, id, hand);
}

async function submit(story: Story, client: Client, hand: ReturnType<typeof handOf>): Promise<string | null> {
  const { place, name } = story;
  const ref = `${hand.workflow}/${name}`;
  const ask = {
    ...({ operation: 'submit', path: '/requests/cross-team', api: hand.api } as const),
    body: {
      ...{ target_team_id: place.target.team, target_project_id: place.target.project },
      target_environment_id: place.target.environment,
      destination_provider_connection_id: place.connectionId,
      ...{ destination_secret_ref: ref, destination_keys: hand.keys, justification: name },
    },
    headers: { 'idempotency-key': name },
    about: { kind: 'cross_team', ref, requester: hand.requester.userId },
    learn: (answer: any) => ({ request: answer.id as string }),
  };
  const twice = hand.repeats ? [0, 1] : [0];
  const answers = await Promise.all(
    twice.map((n) => story.insist(client, { ...ask, api: (hand.api + n) % 2 })),
  );
  return (answers.find((answer) => answer.status === 201)?.body?.id as string | undefined) ?? null;
}

function fill(
  story: Story,
  id: string,
  filler: StoredPerson,
  { keys, api }: { readonly keys: readonly string[]; readonly api: number },
): Promise<Answer> {
  const values = keys.map((key) => [
    key,
    Buffer.from(`fill|${id}/${filler.userId}|${key}`).toString('base64'),
  ]);
  const body = { key_values: Object.fromEntries(values) as object };
  const about = { request: id, filler: filler.userId };
  const path = `/requests/${id}/fill`;
  return story.insist(story.as(filler), { operation: 'fill', path, body, api: 1 - api, about });
}

function refuse(story: Story, id: string, filler: StoredPerson): Promise<Answer> {
  const ask = { operation: 'refuse', path: `/requests/${id}/refuse`, api: 0 } as const;
  const about = { request: id, filler: filler.userId };
  return story.insist(story.as(filler), { ...ask, body: { reason: 'not ours to give away' }, about });
}

async function vote(story: Story, id: string, hand: ReturnType<typeof handOf>): Promise<void> {
  const source = () => castVote(story, id, 'source', hand.source, hand.rejects === 'source');
  const security = () => castVote(story, id, 'security', hand.guard, hand.rejects === 'security');
  const votes = hand.workflow === 'x-both' ? [source, security] : [source];
  if (hand.guardFirst) votes.reverse();
  if (hand.votesAtOnce) await Promise.all(votes.map((cast) => cast()));
  else for (const cast of votes) await cast();
}

function castVote(
  story: Story,
  id: string,
  part: 'source' | 'security',
  voter: StoredPerson,
  rejects: boolean,
): Promise<Answer> {
  const decision = rejects ? 'reject' : 'approve';
  const body = { decision, voted_as: part, comment: 'seen' };
  const about = { request: id, voter: voter.userId, decision, part };
  const ask = {
    operation: 'verify',
    path: `/requests/${id}/verify`,
    api: part === 'source' ? 0 : 1,
  } as const;
  return story.insist(story.as(voter), { ...ask, body, about });
}
