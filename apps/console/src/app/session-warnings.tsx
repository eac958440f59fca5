import { type ReactNode, useEffect } from 'react';
import { sessionGate } from '../api/call-gate.js';
import { dataOf, openApi } from '../api/client.js';
import { useMe } from '../api/queries/me.js';
import { reachability } from '../api/reachability.js';
import { Button } from '../ui/button.js';
import { clockTime } from '../ui/time.js';
import { toast } from '../ui/toasts.js';
import { hasInput, watchInput } from './page-input.js';

const BEFORE_IDLE_END_MS = 2 * 60_000;
const BEFORE_END_MS = 10 * 60_000;
const LOOKED_EVERY_MS = 10_000;

/**
 * Warns two minutes before an idle session ends, and extends it on demand. Ten minutes before a session ends for good, offers
 * to sign in again if something is typed. Shows nothing itself.
 */
export function SessionWarnings(): null {
  const { session } = useMe();
  useEffect(watchInput, []);
  useEffect(() => {
    const idleTtl = Date.parse(session.idle_expires_at) - serviceTime();
    const stay = (): void => {
      idles(false);
      void dataOf(openApi.GET('/api/v1/users/me')).catch(() => undefined);
    };
    const idles = toastWhile(
      <>
        You will be signed out in less than two minutes. <Button onClick={stay}>Stay</Button>
      </>,
    );
    const ends = toastWhile(
      <>
        Your session ends at {clockTime(session.expires_at)}.{' '}
        <Button onClick={() => void sessionGate.ask(SIGN_IN_AGAIN)}>Sign in again now</Button> and keep what
        you typed.
      </>,
    );
    const look = (): void => {
      const idleLeft = idleTtl - (performance.now() - reachability.sessionMovedAt());
      const left = Date.parse(session.expires_at) - serviceTime();
      idles(idleLeft > 0 && idleLeft <= BEFORE_IDLE_END_MS);
      ends(left > 0 && left <= BEFORE_END_MS && hasInput());
    };
    const timer = setInterval(look, LOOKED_EVERY_MS);
    return () => {
      clearInterval(timer);
      idles(false);
      ends(false);
    };
    // The length of an idle session is read once: it is a setting of the service.
  }, [session.id]); // eslint-disable-line react-hooks/exhaustive-deps
  return null;
}

const SIGN_IN_AGAIN = {
  verb: 'Sign in again',
  about: 'Your session is about to end. Nothing you typed is lost.',
} as const;

function serviceTime(): number {
  return Date.now() + reachability.clockAhead();
}

/** Returns what shows a notice while it is told that it holds. One that the person closes stays closed until it no longer holds. */
function toastWhile(words: ReactNode): (holds: boolean) => void {
  let close: (() => void) | undefined;
  return (holds) => {
    if (holds) {
      close ??= toast(words, 'warn');
    } else {
      close?.();
      close = undefined;
    }
  };
}
