import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { waitingQuery } from '../../api/queries/requests.js';
import { numberText } from '../../ui/number-text.js';

/** Leads on to the next request that the person may decide: each is looked at by itself. */
export function NextWaiting({ after }: { after: string }): JSX.Element | null {
  const others = useQuery(waitingQuery('approve')).data?.filter(({ id }) => id !== after) ?? [];
  if (others[0] === undefined) return null;
  return (
    <Link to="/requests/$id" params={{ id: others[0].id }}>
      Next waiting ({numberText(others.length)})
    </Link>
  );
}
