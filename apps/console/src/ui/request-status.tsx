import type { JSX } from 'react';
import type { RequestStatus } from '../api/queries/request-filter.js';
import { Badge } from './badge.js';
import { STATUSES } from './request-labels.js';

/** A request's status: word and shape. */
export function RequestStatusBadge({ status }: { status: RequestStatus }): JSX.Element {
  const { word, icon, tone } = STATUSES[status];
  return (
    <Badge icon={icon} tone={tone}>
      {word}
    </Badge>
  );
}
