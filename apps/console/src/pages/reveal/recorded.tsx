import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type Retrieval, retrievalsQuery } from '../../api/queries/retrievals.js';
import { SealBadge } from '../../ui/seal-badge.js';
import { Problem } from '../../ui/states.js';
import styles from './page.module.css';

/** The audit events of one's own retrievals, each with what its proof came to in this browser. */
export function Recorded(of: { requestId: string; actor: string }): JSX.Element {
  const { data = [], error, refetch } = useQuery(retrievalsQuery(of.requestId, of.actor));
  if (error) return <Problem error={error} again={() => void refetch()} />;
  return (
    <ul className={styles.recorded} aria-label="Recorded">
      {data.map((retrieval) => (
        <Row key={retrieval.id} retrieval={retrieval} />
      ))}
    </ul>
  );
}

function Row({ retrieval: { id, key, seal } }: { retrieval: Retrieval }): JSX.Element {
  return (
    <li>
      <code>{key}</code> <SealBadge seal={seal} />{' '}
      <Link to="/audit/$id" params={{ id }}>
        audit event
      </Link>
    </li>
  );
}
