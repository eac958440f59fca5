import type { JSX } from 'react';
import { dataOf, openApi } from '../api/client.js';
import { PasskeyButton } from './passkey-button.js';
import { signChallenge } from './sign-challenge.js';
import type { StepProps } from './totp-step.js';

/** A passkey or security key. The browser asks for it itself. */
export function PasskeyStep({ onVerified, onFailed }: StepProps): JSX.Element {
  const ask = async (): Promise<void> => {
    await assertPasskey();
    onVerified();
  };
  return <PasskeyButton ask={ask} onFailed={onFailed} />;
}

async function assertPasskey(): Promise<void> {
  const challenge = await dataOf(openApi.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'webauthn' } }));
  const response = await signChallenge(challenge.options!);
  const body = { challenge_id: challenge.challenge_id, response };
  await dataOf(openApi.POST('/api/v1/auth/mfa/verify', { body }));
}
