import { useEffect } from 'react';
import { reachability } from '../api/reachability.js';
import { dataOf, openApi } from '../api/client.js';
import { useMe } from '../api/queries/me.js';
import { Button } from '../ui/button.js';
import { toast } from '../ui/toasts.js';

const WARNED_BEFORE_MS = 2 * 60_000;
const LOOKED_EVERY_MS = 10_000;

/** Says two minutes before an idle session ends that it will, and keeps it alive on demand. Shows nothing itself. */
export function IdleWarning(): null {
  const { session } = useMe();
  useEffect(() => {
    const idleTtl = Date.parse(session.idle_expires_at) - (Date.now() + reachability.clockAhead());
    let close: (() => void) | undefined;
    const stay = (): void => {
      close?.();
      void dataOf(openApi.GET('/api/v1/users/me')).catch(() => undefined);
    };
    const timer = setInterval(() => {
      const left = idleTtl - (performance.now() - reachability.sessionMovedAt());
      if (left > WARNED_BEFORE_MS) {
        close?.();
        close = undefined;
      } else if (left > 0)
        close ??= toast(
          <>
            You will be signed out in less than two minutes. <Button onClick={stay}>Stay</Button>
          </>,
          'warn',
        );
    }, LOOKED_EVERY_MS);
    return () => clearInterval(timer);
    // The length of an idle session is read once: it is a setting of the service.
  }, [session.id]); // eslint-disable-line react-hooks/exhaustive-deps
  return null;
}
