import { idOf, succeeded } from './events.js';
import { isFinished } from './every-change-recorded.js';
import type { Check } from './facts.js';

const ENDED = new Set(['executed', 'failed', 'refused', 'rejected', 'cancelled', 'expired']);

/** A submit or project that was asked for again and again with one key was made once, and told one id. */
export const keysMakeOne: Check = ({ calls, tables }) => {
  const faults: string[] = [];
  const refs = new Map<string, string>();
  for (const { id, secret_ref: ref } of tables.requests) {
    if (refs.has(ref)) faults.push(`${ref} was submitted once and made requests ${refs.get(ref)} and ${id}`);
    refs.set(ref, id);
  }
  const told = new Map<string, string>();
  for (const { operation, status, about, story } of calls) {
    const id =
      operation === 'submit' ? about.request : operation === 'project.create' ? about.project : undefined;
    if (status !== 201 || id === undefined) continue;
    if ((told.get(story) ?? id) !== id)
      faults.push(`${story} was told two ids for one key: ${told.get(story)}, ${id}`);
    told.set(story, id);
  }
  return faults;
};

/** Each job was claimed once an attempt, and none is left undone while agents are there. */
export const jobsDoneOnce: Check = (facts) => {
  const faults = facts.tables.jobs
    .filter((job) => !isFinished(job))
    .map((job) => `job ${job.id} is still ${job.status}`);
  const claims = new Set<string>();
  const attempts = new Map(facts.tables.jobs.map((job) => [job.id, job.attempt]));
  for (const event of succeeded(facts, 'job.claim')) {
    const claim = `${idOf(event)} attempt ${String(event.metadata.attempt)}`;
    if (claims.has(claim)) faults.push(`job ${claim} was claimed twice`);
    if (Number(event.metadata.attempt) > (attempts.get(idOf(event)) ?? 0))
      faults.push(`job ${claim} is past the row's`);
    claims.add(claim);
  }
  const statuses = new Map(facts.tables.requests.map((request) => [request.id, request.status]));
  for (const { id, request_id: request, status } of facts.tables.jobs) {
    const of = statuses.get(request ?? '') ?? '';
    if (status === 'succeeded' && of !== 'executed')
      faults.push(`job ${id} succeeded, and its request is ${of}`);
    if (status === 'failed' && !ENDED.has(of)) faults.push(`job ${id} failed, and its request is ${of}`);
  }
  return faults;
};

/** One token makes one agent, whoever tries at once. */
export const tokensEnrollOne: Check = ({ tables, calls }) => {
  const agentOf = new Map(tables.tokens.map((token) => [token.id, token.agent_id]));
  const enrolled = tables.tokens.filter((token) => token.agent_id !== null).length;
  const faults = calls
    .filter((call) => call.operation === 'agent.enroll' && call.status === 201)
    .filter((call) => agentOf.get(call.about.token!) !== call.about.agent)
    .map((call) => `${call.story} was given an agent that its token did not make`);
  if (enrolled !== tables.agents.length)
    faults.push(`${enrolled} tokens were consumed, and there are ${tables.agents.length} agents`);
  return faults;
};
