import type { JSX } from 'react';
import { hasPermission, useMe } from '../api/queries/me.js';
import { ButtonLink } from './button-link.js';

/** The way to a new request, for those who may make one. */
export function NewRequestLink(): JSX.Element | null {
  if (!hasPermission(useMe(), 'secret.request')) return null;
  return (
    <ButtonLink look="main" to="/requests/new">
      Request access
    </ButtonLink>
  );
}
