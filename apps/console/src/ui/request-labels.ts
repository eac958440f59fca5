import type { components } from '@countersign/client';
import type { StatusLabel } from './badge.js';

type AccessRequest = components['schemas']['RequestResponse'];

/** The label of each request status, in the order of the filter. */
export const STATUSES: Readonly<Record<AccessRequest['status'], StatusLabel>> = {
  pending: { word: 'Pending', icon: 'open', tone: 'accent' },
  pending_values: { word: 'Waiting for values', icon: 'open', tone: 'accent' },
  pending_verification: { word: 'Waiting for verification', icon: 'open', tone: 'accent' },
  approved: { word: 'Approved', icon: 'waiting', tone: 'ok' },
  executed: { word: 'Executed', icon: 'check', tone: 'ok' },
  rejected: { word: 'Rejected', icon: 'against', tone: 'bad' },
  refused: { word: 'Refused', icon: 'against', tone: 'bad' },
  failed: { word: 'Failed', icon: 'failed', tone: 'bad' },
  expired: { word: 'Expired', icon: 'expired', tone: 'warn' },
  cancelled: { word: 'Cancelled', icon: 'withdrawn', tone: 'plain' },
};

/** The label of each type of request. */
export const TYPES: Readonly<Record<AccessRequest['type'], string>> = {
  read: 'Read',
  patch: 'Change',
  cross_team: 'Cross-team',
};
