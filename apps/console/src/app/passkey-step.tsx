import { type JSX, useState } from 'react';
import { dataOf, openApi } from '../api/client.js';
import { sentenceOfError } from '../api/sentences.js';
import { ActionButton } from '../ui/button.js';
import styles from './step-up-panel.module.css';
import type { StepProps } from './totp-step.js';

/** A passkey or security key. The browser asks for it itself. */
export function PasskeyStep({ onVerified, onFailed }: StepProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const ask = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await assertPasskey();
      onVerified();
    } catch (error) {
      onFailed(error as Error);
      const stopped = error instanceof DOMException;
      setFailure(stopped ? 'The passkey was not used. Try again.' : sentenceOfError(error as Error));
    }
    setBusy(false);
  };
  return (
    <>
      <ActionButton look="main" icon="lock" busy={busy} autoFocus onClick={() => void ask()}>
        Use your passkey
      </ActionButton>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
    </>
  );
}

async function assertPasskey(): Promise<void> {
  const challenge = await dataOf(openApi.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'webauthn' } }));
  const options = challenge.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = credential.toJSON() as unknown as Record<string, never>;
  const body = { challenge_id: challenge.challenge_id, response };
  await dataOf(openApi.POST('/api/v1/auth/mfa/verify', { body }));
}
