import type { JSX } from 'react';
import { missingPermission, useMe } from '../api/queries/me.js';
import { ActionLink } from './action-link.js';

/** The way to a new request; off for those who may not make one. */
export function NewRequestLink(): JSX.Element {
  return (
    <ActionLink look="main" reason={missingPermission(useMe(), 'secret.request')} to="/requests/new">
      Request access
    </ActionLink>
  );
}
