import { createLazyRoute, useRouter } from '@tanstack/react-router';
import { type JSX, useEffect } from 'react';
import { queryClient } from '../../api/query-client.js';
import { meQuery } from '../../api/queries/me.js';
import { messageOf } from '../../api/error-messages.js';
import { SignInForm } from '../../app/sign-in-form.js';
import { Wordmark } from '../../app/wordmark.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import styles from './page.module.css';

export const route = createLazyRoute('/sign-in')({ component: SignInPage });

function SignInPage(): JSX.Element {
  const { next = '/', error } = route.useSearch();
  const router = useRouter();
  useEffect(() => {
    document.title = 'Sign in · Countersign';
  }, []);
  const enter = async (): Promise<void> => {
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    router.history.push(next);
  };
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>
          <Wordmark />
          <span className="visually-hidden">Sign in</span>
        </h1>
        {error !== undefined && (
          <FailureNotice>
            {error === 'sign_in_failed' ? 'Signing in did not work. Try again.' : messageOf(error)}
          </FailureNotice>
        )}
        <SignInForm returnTo={next} onSignedIn={enter} />
      </div>
    </main>
  );
}
