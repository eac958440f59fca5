import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, useEffect } from 'react';
import { SIGNED_IN_CHANNEL } from '../../app/signed-in-channel.js';
import { Page } from '../../ui/page.js';

export const route = createLazyRoute('/signed-in')({ component: SignedInPage });

function SignedInPage(): JSX.Element {
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    channel.postMessage(true);
    channel.close();
    window.close();
  }, []);
  return (
    <main>
      <Page title="You are signed in" width="narrow">
        <p>You can close this tab.</p>
      </Page>
    </main>
  );
}
