import { fieldText } from '../ui/field-text.js';
import { useQuery } from '@tanstack/react-query';
import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { dataOf, openApi } from '../api/client.js';
import { messageOfError } from '../api/error-messages.js';
import { metaQuery } from '../api/queries/meta.js';
import { ActionButton } from '../ui/button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Form, TextField } from '../ui/form.js';
import { Problem, Skeleton } from '../ui/states.js';
import styles from './sign-in-form.module.css';
import { SIGNED_IN_CHANNEL } from './signed-in-channel.js';
import { StepUpPanel } from './step-up-panel.js';

export interface SignInFormProps {
  /** Filled in already, for somebody who was signed in. */
  readonly email?: string;
  /** The identity provider opens in a tab of its own, so that this page stays. */
  readonly newTab?: boolean;
  /** Where the identity provider sends the person back to: a path of this origin. */
  readonly returnTo?: string;
  readonly onSignedIn: () => Promise<void>;
}

/** The ways to sign in that the service has; then the second factor, where the service asks for it at sign-in. */
export function SignInForm(props: SignInFormProps): JSX.Element {
  const { email, newTab = false, returnTo = '/', onSignedIn } = props;
  const meta = useQuery(metaQuery);
  const [stepping, setStepping] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const beginAgain = (why: string): void => {
    setStepping(false);
    setFailure(<FailureNotice>{why}</FailureNotice>);
  };
  const enter = (): void => void onSignedIn().catch((error: Error) => beginAgain(messageOfError(error)));
  useSignInElsewhere(newTab, enter);
  if (stepping)
    return (
      <StepUpPanel onDone={enter} onSessionEnded={() => beginAgain('You were signed out. Sign in again.')} />
    );
  if (meta.error) return <Problem error={meta.error} again={() => void meta.refetch()} />;
  if (meta.data === undefined) return <Skeleton lines={3} />;
  const { sign_in: ways, mfa_at_login: mfa } = meta.data;
  const signIn = async (data: FormData): Promise<void> => {
    const body = { email: fieldText(data, 'email'), password: fieldText(data, 'password') };
    // This page's session is in the cookie: its scripts never hold a token.
    const params = { header: { 'Countersign-Session': 'cookie' as const } };
    setFailure(null);
    await dataOf(openApi.POST('/api/v1/auth/login', { body, params }));
    if (mfa) setStepping(true);
    else await onSignedIn();
  };
  const query = new URLSearchParams({ return_to: newTab ? '/signed-in' : returnTo });
  return (
    <div className={styles.ways}>
      {failure}
      {ways.oidc !== null && (
        <a
          className={styles.provider}
          href={`/api/v1/auth/oidc/start?${query}`}
          target={newTab ? '_blank' : undefined}
          rel="noopener"
        >
          Sign in with {ways.oidc.label}
        </a>
      )}
      {ways.oidc !== null && ways.password && <p className={styles.or}>or</p>}
      {ways.password && (
        <Form onSubmit={signIn}>
          {({ busy }) => (
            <>
              <TextField
                name="email"
                label="E-mail address"
                type="email"
                autoComplete="username"
                defaultValue={email}
                autoFocus={email === undefined}
                required
              />
              <TextField
                name="password"
                label="Password"
                type="password"
                autoComplete="current-password"
                autoFocus={email !== undefined}
                required
              />
              <ActionButton look={ways.oidc === null ? 'main' : 'plain'} type="submit" busy={busy}>
                Sign in
              </ActionButton>
            </>
          )}
        </Form>
      )}
    </div>
  );
}

/** A tab that the identity provider came back to says so; it can't reach this one otherwise. */
function useSignInElsewhere(listening: boolean, onSignedIn: () => void): void {
  useEffect(() => {
    if (!listening) return undefined;
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    channel.onmessage = onSignedIn;
    return () => channel.close();
  });
}
