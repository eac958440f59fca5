import type { components } from '@countersign/client';
import type { StatusLabel } from './badge.js';

type Job = components['schemas']['JobResponse'];

/** The label of each job status. */
export const JOB_STATUSES: Readonly<Record<Job['status'], StatusLabel>> = {
  queued: { word: 'Queued', icon: 'open', tone: 'plain' },
  claimed: { word: 'With an agent', icon: 'waiting', tone: 'accent' },
  succeeded: { word: 'Succeeded', icon: 'check', tone: 'ok' },
  failed: { word: 'Failed', icon: 'failed', tone: 'bad' },
};

/** The label of each kind of job. */
export const JOB_KINDS: Readonly<Record<Job['kind'], string>> = {
  read: 'Fetch values',
  patch: 'Change values',
  discover: 'Discovery',
  connectivity_check: 'Connectivity check',
};
