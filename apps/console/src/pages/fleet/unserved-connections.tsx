import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { unservedConnectionsQuery } from '../../api/queries/connections.js';
import { WarningNotice } from '../../ui/warning-notice.js';
import { numberText } from '../../ui/number-text.js';

const SHOWN = 10;

/** The connections for which no agent answers: what is requested through them waits. */
export function UnservedConnections(): JSX.Element | null {
  const { data: connections = [] } = useQuery(unservedConnectionsQuery);
  if (connections.length === 0) return null;
  return (
    <WarningNotice>
      No agent is alive for{' '}
      {connections.slice(0, SHOWN).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/connections/$id" params={{ id }} search={{ tab: 'agents' }}>
            {name}
          </Link>
        </span>
      ))}
      {connections.length > SHOWN && ` and ${numberText(connections.length - SHOWN)} more`}.
    </WarningNotice>
  );
}
