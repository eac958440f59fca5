import { type JSX, lazy, Suspense } from 'react';
import { hasPermission, useMe } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { RequestAgain } from '../../ui/request-again.js';
import styles from './page.module.css';
import type { Receipt } from './use-reveal-session.js';

// Proofs are computed by code of their own.
const Recorded = lazy(() => import('./recorded.js').then(({ Recorded: it }) => ({ default: it })));

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
        <Suspense>
          <Recorded requestId={request.id} actor={`user:${me.id}`} />
        </Suspense>
      )}
      {destroyed.length > 0 && <RequestAgain request={request} keys={destroyed} />}
    </div>
  );
}
