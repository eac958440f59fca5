import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { hasPermission, useMe } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/page.js';
import { TYPES } from '../../ui/request-labels.js';
import { Ago } from '../../ui/time.js';
import styles from './details.module.css';

/** The facts of a request that its sentence leaves out. */
export function Details({ request }: { request: RequestDetail }): JSX.Element {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Secret', <CopyId key="" id={request.secret_ref} shown={request.secret_ref} />],
    ['Keys', <code key="">{request.keys.join(', ')}</code>],
    ['Connection', request.names?.connection ?? 'deleted'],
    ['Type', TYPES[request.type]],
    ['Requested', <Ago key="" at={request.created_at} />],
    ['Request', <CopyId key="" id={request.id} />],
    ['Correlation id', <CopyId key="" id={request.correlation_id} />],
  ];
  return (
    <Section title="Details">
      <Facts facts={facts} />
      <p className={styles.more}>
        <Link to="/requests" search={{ requester_id: request.requester_id }}>
          Other requests of {request.requester_email}
        </Link>
      </p>
      {hasPermission(useMe(), 'audit.read') && (
        <p className={styles.more}>
          <Link to="/audit" search={{ request_id: request.id, since: 'all' }}>
            Audit events
          </Link>
        </p>
      )}
    </Section>
  );
}
