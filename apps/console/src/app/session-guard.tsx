import { QueryClientProvider } from '@tanstack/react-query';
import { type JSX, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { dataOf, openApi } from '../api/client.js';
import { listenForPerson } from '../api/person-channel.js';
import { queryClient } from '../api/query-client.js';
import { type Me, meQuery } from '../api/queries/me.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { sessionGate, stepUpGate } from '../api/call-gate.js';
import { Button } from '../ui/button.js';
import { FormButtons } from '../ui/form.js';
import styles from './session-guard.module.css';
import { SignInForm } from './sign-in-form.js';
import { signOut } from './sign-out.js';

/**
 * Lets the person sign in again above the page, whose input stays. The host is made now and not before: one that waits
 * in the page would be hidden from screen readers as soon as another dialog is open.
 */
export async function openSessionGuard(): Promise<void> {
  const host = document.createElement('div');
  const page = document.getElementById('root')!;
  document.body.append(host);
  page.inert = true;
  const before = queryClient.getQueryData(meQuery.queryKey);
  const early = sessionGate.asked.get() ?? null;
  // In another tab somebody may have signed in already.
  const now = await dataOf(openApi.GET('/api/v1/users/me')).catch(() => undefined);
  const root = createRoot(host);
  const close = (): void => {
    root.unmount();
    host.remove();
    page.inert = false;
    sessionGate.answer(true);
    // The new session may be fresh: what waits for a second factor finds out.
    if (stepUpGate.pending !== null) stepUpGate.answer(true);
  };
  const same = now !== undefined && now.id === before?.id;
  if (same && early === null) return close();
  root.render(
    <QueryClientProvider client={queryClient}>
      <SessionGuard {...{ before, early }} now={same ? undefined : now} onClose={close} />
    </QueryClientProvider>,
  );
}

interface SessionGuardProps {
  /** Whose page it is. */
  readonly before: Me | undefined;
  /** Whose session it is, if somebody else's. */
  readonly now: Me | undefined;
  /** What is said while the session has not ended yet, and may go on; null where it has. */
  readonly early: StepUpPrompt | null;
  readonly onClose: () => void;
}

function SessionGuard({ before, now, early, onClose }: SessionGuardProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [other, setOther] = useState(before === undefined ? undefined : now);
  useEffect(() => show(dialog.current!), []);
  useEffect(() => {
    if (other !== undefined) document.getElementById('root')!.hidden = true;
  }, [other]);
  const check = async (): Promise<void> => {
    const me = await dataOf(openApi.GET('/api/v1/users/me'));
    if (before !== undefined && me.id !== before.id) return setOther(me);
    queryClient.setQueryData(meQuery.queryKey, me);
    onClose();
  };
  const mayLeave = early !== null && other === undefined;
  const look = useEffectEvent(() => void check().catch(() => undefined));
  useEffect(() => listenForPerson(look), []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="session-guard"
      onCancel={(event) => {
        event.preventDefault();
        if (mayLeave) onClose();
      }}
      // Browsers close a dialog that was asked to close twice, whatever it says.
      onClose={({ currentTarget }) => (mayLeave ? onClose() : show(currentTarget))}
      // A dialog of the page below must not hear Escape and close with what was typed.
      onKeyDown={(event) => event.nativeEvent.stopImmediatePropagation()}
    >
      <h2 id="session-guard">
        {other === undefined ? (early?.verb ?? 'Your session has ended') : 'This is somebody else’s page'}
      </h2>
      {other === undefined ? (
        <>
          <p>{early?.about ?? 'Sign in again to go on. Nothing you typed is lost.'}</p>
          <SignInForm email={before?.email} newTab onSignedIn={check} />
          {early !== null && <Button onClick={onClose}>Later</Button>}
        </>
      ) : (
        <>
          <p>
            You were {before?.email}. Continue as {other.email} and drop this page?
          </p>
          <FormButtons>
            <Button onClick={() => void signOut()}>Sign out</Button>
            <Button look="main" onClick={() => location.assign('/')}>
              Continue as {other.email}
            </Button>
          </FormButtons>
        </>
      )}
    </dialog>
  );
}

/** Opens the dialog with the focus on what is still to be typed: the address may be filled in already. */
function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  const empty = [...dialog.querySelectorAll('input')].find(({ value }) => value === '');
  empty?.focus();
}
