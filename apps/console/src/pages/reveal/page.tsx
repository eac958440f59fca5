import { useMutation, useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useMe } from '../../api/queries/me.js';
import { type RequestDetail, requestQuery } from '../../api/queries/requests.js';
import { type WrapSummary, wrapsQuery } from '../../api/queries/reveal.js';
import { ClipboardNotice } from '../../secret/clipboard-notice.js';
import { SecretRow } from '../../secret/secret-row.js';
import { ActionButton } from '../../ui/button.js';
import { Page, Section } from '../../ui/page.js';
import { stepUpPromptOf } from '../../ui/step-up-prompt-of.js';
import { RequestPlace } from '../../ui/request-place.js';
import { shortRef } from '../../ui/short-ref.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { CountdownBar } from './countdown-bar.js';
import { OtherWindow } from './other-window.js';
import styles from './page.module.css';
import { ReceiptOf } from './receipt-of.js';
import { type OpenSession, type Receipt, useRevealSession } from './use-reveal-session.js';
import { whyNotRevealed } from '../../ui/why-not-revealed.js';

export const route = createLazyRoute('/shell/requests/$id/reveal')({ component: RevealPage });

function RevealPage(): JSX.Element {
  const { id } = route.useParams();
  const { data: request, error, refetch } = useQuery(requestQuery(id));
  if (request !== undefined) return <Shown key={id} request={request} />;
  return (
    <Page title="Reveal">
      {error === null ? <Skeleton /> : <Problem error={error} again={() => void refetch()} />}
    </Page>
  );
}

function Shown({ request }: { request: RequestDetail }): JSX.Element {
  const { id, secret_ref: ref } = request;
  const { session, receipt, open, end } = useRevealSession(id);
  return (
    <Page
      title={
        <>
          Values of <code>{shortRef(ref)}</code>
        </>
      }
      name={`Values of ${ref}`}
      actions={
        <Link to="/requests/$id" params={{ id }}>
          The request
        </Link>
      }
    >
      <RequestPlace request={request} />
      {session === null ? (
        <Closed request={request} receipt={receipt} open={() => open(stepUpPromptOf(request, 'Reveal'))} />
      ) : (
        <Opened request={request} session={session} end={end} />
      )}
      <ClipboardNotice />
    </Page>
  );
}

interface OpenedProps {
  readonly request: RequestDetail;
  readonly session: OpenSession;
  readonly end: ReturnType<typeof useRevealSession>['end'];
}

function Opened({ request, session, end }: OpenedProps): JSX.Element {
  return (
    <div className={styles.opened}>
      <div className={styles.head}>
        <CountdownBar endsAt={session.endsAt} total={session.ttl_seconds} onEnd={() => end('ttl')} />
        <ActionButton look="bad" onClick={() => end('hidden')}>
          Hide now
        </ActionButton>
      </div>
      <ul>
        {session.wraps.map(({ wrap_id: wrapId, key_name: keyName }) => (
          <SecretRow
            key={wrapId}
            requestId={request.id}
            {...{ wrapId, keyName }}
            prompt={stepUpPromptOf({ ...request, keys: [keyName] }, 'Retrieve')}
          />
        ))}
      </ul>
      <p className={styles.note}>
        Values that are not retrieved in time are destroyed. Press <kbd>R</kbd> on a button to show its value
        for ten seconds.
      </p>
    </div>
  );
}

interface ClosedProps {
  readonly request: RequestDetail;
  readonly receipt: Receipt | null;
  readonly open: () => Promise<void>;
}

function Closed({ request, receipt, open }: ClosedProps): JSX.Element {
  const { mutate, isPending, error } = useMutation({ mutationFn: open });
  const action = request.allowed_actions.find((each) => each.action === 'reveal');
  const why = whyNotRevealed(request);
  return (
    <>
      {receipt !== null && <ReceiptOf request={request} receipt={receipt} />}
      {error && <Problem error={error} />}
      <Keys request={request} />
      {action?.reason === 'reveal_session_open' ? (
        <OtherWindow requestId={request.id} />
      ) : why === null ? (
        <div className={styles.open}>
          <p>This opens a reveal session of limited time, in which each value can be retrieved once.</p>
          <ActionButton look="main" icon="lock" busy={isPending} onClick={() => mutate()}>
            Open
          </ActionButton>
        </div>
      ) : (
        <Empty>{why}</Empty>
      )}
    </>
  );
}

const STATES = {
  available: 'can be retrieved once',
  consumed: 'retrieved',
  expired: 'expired or destroyed',
} as const;

/** What became of one value, and when. */
function WrapState({ wrap }: { wrap: WrapSummary }): JSX.Element {
  const { status, consumed_at: consumed, destroyed_at: destroyed } = wrap;
  const at = consumed ?? destroyed;
  return (
    <>
      {destroyed === null ? STATES[status] : 'destroyed'} {at !== null && <Ago at={at} />}
    </>
  );
}

/** The names of the keys, and what became of their values. */
function Keys({ request }: { request: RequestDetail }): JSX.Element {
  const me = useMe();
  const { data: wraps } = useQuery({ ...wrapsQuery(request.id), enabled: request.requester_id === me.id });
  return (
    <Section title="Keys">
      <ul className={styles.keys}>
        {request.keys.map((key) => {
          const wrap = wraps?.find(({ key_name: name }) => name === key);
          return (
            <li key={key}>
              <code>{key}</code>
              {wrap && (
                <span className={styles.state}>
                  <WrapState wrap={wrap} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
