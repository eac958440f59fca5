import type { JSX } from 'react';
import { hasPermission, useMe } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { RequestAgain } from '../../ui/request-again.js';
import styles from './page.module.css';
import type { Receipt } from './use-reveal-session.js';
import { onDemand } from '../../ui/on-demand.js';

// Proofs are computed by code of their own.
const Recorded = onDemand(() => import('./recorded.js').then(({ Recorded: it }) => it));

/** What a reveal session came to: what was retrieved and is recorded, and what was destroyed and can be requested again. */
export function ReceiptOf({ request, receipt }: { request: RequestDetail; receipt: Receipt }): JSX.Element {
  const { ending, retrieved, destroyed } = receipt;
  const me = useMe();
  const total = retrieved.length + destroyed.length;
  return (
    <div className={styles.receipt}>
      <p role="status">
        <strong>{ending === 'ttl' ? 'The time is over.' : 'Hidden.'}</strong> {retrieved.length} of {total}{' '}
        {total === 1 ? 'value was' : 'values were'} retrieved
        {destroyed.length > 0 && (
          <>
            ; <code>{destroyed.join(', ')}</code> {destroyed.length === 1 ? 'was' : 'were'} not and{' '}
            {destroyed.length === 1 ? 'is' : 'are'} destroyed
          </>
        )}
        .
      </p>
      {retrieved.length > 0 && hasPermission(me, 'audit.read') && (
        <Recorded requestId={request.id} actor={`user:${me.id}`} />
      )}
      {destroyed.length > 0 && <RequestAgain request={request} keys={destroyed} />}
    </div>
  );
}
