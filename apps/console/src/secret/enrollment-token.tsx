import { type JSX, useEffect, useRef, useState } from 'react';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../api/client.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { sessionGate } from '../api/call-gate.js';
import { observable } from '../api/observable.js';
import { ActionButton } from '../ui/button.js';
import { useObservable } from '../ui/use-observable.js';
import { copyText, noClipboard } from './clipboard.js';
import styles from './secret.module.css';

type Issued = components['schemas']['IssuedTokenResponse'];
/** What is known of an issued token beside itself. */
export type IssuedToken = Omit<Issued, 'enrollment_token'>;

/** The newest one's text; never in React's state, storage or a message. */
let text = '';
/** Whose text is held. */
const held = observable<string | null>(null);

sessionGate.asked.subscribe(() => {
  if (sessionGate.asked.get() !== undefined) forgetToken();
});

/** Forgets the token that is held: it is used, or nobody waits for it any more. */
export function forgetToken(): void {
  text = '';
  held.set(null);
}

/** Issues an enrollment token, which the service gives once, and holds it here. @throws ApiError */
export async function issueToken(
  connectionId: string,
  body: components['schemas']['IssueTokenBody'],
  prompt: StepUpPrompt,
): Promise<IssuedToken> {
  const params = { path: { id: connectionId } };
  const path = '/api/v1/provider-connections/{id}/enrollment-tokens';
  const issued = await dataOf(api.POST(path, { params, body, ...withStepUp(prompt) }));
  const { enrollment_token: token, ...rest } = issued;
  text = token;
  held.set(rest.id);
  return rest;
}

/** Shows a token that was issued here, until it is used or the page is left: then it is forgotten. */
export function EnrollmentToken({ id }: { id: string }): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const isHeld = useObservable(held) === id;
  const [note, setNote] = useState('Shown once: when you leave this page it is gone.');
  useEffect(() => {
    if (!box.current) return undefined;
    box.current.textContent = isHeld ? text : '';
    box.current.focus();
    addEventListener('pagehide', forgetToken);
    return () => removeEventListener('pagehide', forgetToken);
  }, [isHeld]);
  if (!isHeld) return <p>It is no longer shown. Revoke it below if nobody has it, and issue another one.</p>;
  const copyIt = async (): Promise<void> => {
    const copied = text !== '' && (await copyText(text, 'The enrollment token'));
    setNote(copied ? 'Copied.' : 'The browser did not allow copying. Select the token and copy it.');
  };
  return (
    <div className={styles.token}>
      <code
        ref={box}
        className={styles.value}
        data-shown=""
        role="textbox"
        aria-readonly="true"
        aria-label="Enrollment token"
        tabIndex={-1}
        translate="no"
        data-1p-ignore=""
        data-lpignore="true"
      />
      <ActionButton icon="copy" reason={noClipboard()} onClick={() => void copyIt()}>
        Copy the token
      </ActionButton>
      <span className={styles.state} role="status">
        {note}
      </span>
    </div>
  );
}
