import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { useMe } from '../../api/queries/me.js';
import { answerHandoff, type StepUpHandoff, handoffQuery } from '../../api/queries/step-up-handoff.js';
import { messageOf } from '../../api/error-messages.js';
import { PasskeyButton } from '../../app/passkey-button.js';
import { hasPasskeys, signChallenge } from '../../app/sign-challenge.js';
import { deviceOf } from '../../ui/device-of.js';
import { Facts } from '../../ui/facts.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';

export const route = createLazyRoute('/shell/step-up')({ component: StepUpPage });

function StepUpPage(): JSX.Element {
  const { handoff = '' } = route.useSearch();
  return (
    <Page title="Confirm a command line" width="narrow">
      {handoff === '' ? <Empty>{messageOf('step_up_handoff_gone')}</Empty> : <HandedOverStep id={handoff} />}
    </Page>
  );
}

function HandedOverStep({ id }: { id: string }): JSX.Element {
  const asked = useQuery(handoffQuery(id));
  const [sent, setSent] = useState(false);
  if (sent) return <p role="status">Sent. Go back to the command line: it says whether it was taken.</p>;
  if (asked.error) return <Problem error={asked.error} />;
  if (asked.data === undefined) return <Skeleton lines={3} />;
  return <Question id={id} asked={asked.data} onSent={() => setSent(true)} />;
}

function Question({
  id,
  asked,
  onSent,
}: {
  id: string;
  asked: StepUpHandoff;
  onSent: () => void;
}): JSX.Element {
  const { email } = useMe();
  const { session, ip, options } = asked;
  const ask = async (): Promise<void> => {
    await answerHandoff(id, await signChallenge(options));
    onSent();
  };
  return (
    <>
      <p>
        Another session of <strong>{email}</strong> asks for your second factor. For a while it can then do
        what needs one:
      </p>
      <Facts
        facts={[
          ['Session', deviceOf(session.user_agent)],
          ['Signed in', <Ago key="at" at={session.signed_in_at} />],
          ['Signed in from', session.ip ?? 'an unknown address'],
          ['Asks from', ip ?? 'an unknown address'],
        ]}
      />
      <p>
        Go on only if a <code>countersign</code> command that you have just run asks for it. If somebody sent
        you this address, close the page and end that session on the page of your account.
      </p>
      {hasPasskeys() ? <PasskeyButton ask={ask} /> : <p role="alert">This browser can’t use passkeys.</p>}
    </>
  );
}
