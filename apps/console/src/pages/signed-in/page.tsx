import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, useEffect } from 'react';
import { SIGNED_IN_CHANNEL } from '../../app/signed-in-channel.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import styles from './page.module.css';

export const route = createLazyRoute('/signed-in')({ component: SignedInPage });

function SignedInPage(): JSX.Element {
  const { error } = route.useSearch();
  return <main className={styles.main}>{error === undefined ? <SignedIn /> : <NotSignedIn />}</main>;
}

function SignedIn(): JSX.Element {
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    channel.postMessage(true);
    channel.close();
    window.close();
  }, []);
  return (
    <Page title="You are signed in" width="narrow">
      <p>You can close this tab.</p>
    </Page>
  );
}

/** The page that waits in the other tab hears of nothing: this one goes on. */
function NotSignedIn(): JSX.Element {
  return (
    <Page title="You are not signed in" width="narrow">
      <FailureNotice>Signing in did not work.</FailureNotice>
      <p>
        <a href="/api/v1/auth/oidc/start?return_to=/signed-in">Try again</a>
      </p>
    </Page>
  );
}
