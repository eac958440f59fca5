import type { JSX } from 'react';
import type { Job } from '../api/queries/fleet.js';
import { Badge } from './badge.js';
import { JOB_STATUSES } from './job-labels.js';

/** A job's status: word and shape. */
export function JobStatusBadge({ status }: { status: Job['status'] }): JSX.Element {
  const { word, icon, tone } = JOB_STATUSES[status];
  return (
    <Badge icon={icon} tone={tone}>
      {word}
    </Badge>
  );
}
