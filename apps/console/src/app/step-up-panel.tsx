import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { ApiError, dataOf, openApi } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { meQuery } from '../api/queries/me.js';
import { Button } from '../ui/button.js';
import { Problem, Skeleton } from '../ui/states.js';
import { EnrollTotp } from './enroll-totp.js';
import { PasskeyStep } from './passkey-step.js';
import { hasPasskeys } from './sign-challenge.js';
import styles from './step-up-panel.module.css';
import { TotpStep } from './totp-step.js';

type Kind = 'totp' | 'webauthn';
const FIRST_FACTOR =
  'This requires a second factor, and you have none yet. Add this key to an authenticator app:';
const LAST_KIND = 'countersign.factor';

export interface StepUpPanelProps {
  readonly onDone: () => void;
  /** The session has ended meanwhile, as it does at the tenth wrong code: there is nothing left to prove. */
  readonly onSessionEnded: () => void;
}

/** Proves a second factor for the session; enrolls one first where the person has none. */
export function StepUpPanel({ onDone, onSessionEnded }: StepUpPanelProps): JSX.Element {
  const kinds = useQuery({
    queryKey: ['me', 'factors'],
    queryFn: async () => (await dataOf(openApi.GET('/api/v1/users/me'))).mfa.kinds,
    staleTime: 0,
    gcTime: 0,
  });
  const [chosen, choose] = useState<Kind | null>(null);
  const [enrolled, setEnrolled] = useState(false);
  const failed = (error: Error): void => {
    if (!(error instanceof ApiError)) return;
    if (error.code === 'factor_compromised') location.assign('/sign-in?error=factor_compromised');
    if (error.code === 'unauthenticated') onSessionEnded();
    // The tenth wrong code ends the session, and is answered as any other.
    if (error.code === 'mfa_code_invalid') void dataOf(openApi.GET('/api/v1/users/me')).catch(failed);
  };
  if (kinds.error) return <Problem error={kinds.error} again={() => void kinds.refetch()} />;
  if (kinds.data === undefined) return <Skeleton lines={3} />;
  if (kinds.data.length === 0 && !enrolled)
    return <EnrollTotp intro={FIRST_FACTOR} onEnrolled={() => setEnrolled(true)} />;

  const offered = enrolled ? ['totp'] : kinds.data.filter((kind) => kind === 'totp' || hasPasskeys());
  const kind = chosen ?? preferred(offered);
  const other = kind === 'totp' ? 'webauthn' : 'totp';
  const verified = (): void => {
    localStorage.setItem(LAST_KIND, kind);
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    onDone();
  };
  return (
    <div className={styles.panel}>
      {kind === 'totp' ? (
        <TotpStep onVerified={verified} onFailed={failed} afterEnrollment={enrolled} />
      ) : (
        <PasskeyStep onVerified={verified} onFailed={failed} />
      )}
      {offered.includes(other) && (
        <Button look="quiet" onClick={() => choose(other)}>
          {other === 'totp' ? 'Use a code instead' : 'Use a passkey instead'}
        </Button>
      )}
    </div>
  );
}

/** The kind used last in this browser, else a passkey. */
function preferred(offered: readonly string[]): Kind {
  const last = localStorage.getItem(LAST_KIND);
  const order: readonly Kind[] = last === 'totp' ? ['totp', 'webauthn'] : ['webauthn', 'totp'];
  return order.find((kind) => offered.includes(kind)) ?? 'totp';
}
