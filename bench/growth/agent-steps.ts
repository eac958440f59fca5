import type { Job } from '../../apps/agent/src/control-plane/job.js';
import type { GrownWorld } from './grown-world.js';

export const never = new AbortController().signal;

/** Claims a job that is known to be there. */
export async function claim({ agent }: GrownWorld): Promise<Job> {
  const job = await agent.client.claim(0, never);
  if (!job) throw new Error('no job to claim');
  return job;
}

export const complete = ({ agent }: GrownWorld, job: Job): Promise<void> =>
  agent.client.complete(job, { status: 'succeeded' }, never);

/** Takes the one value of a job that writes. */
export const take = ({ agent }: GrownWorld, job: Job): Promise<unknown> =>
  agent.client.takeWrap(job.wraps[0]!.wrapId, never);
