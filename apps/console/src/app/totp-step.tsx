import { type JSX, useRef, useState } from 'react';
import { ApiError, dataOf, openApi } from '../api/client.js';
import { SelectField } from '../ui/form.js';
import { useNow } from '../ui/use-now.js';
import { CodeField } from './code-field.js';
import styles from './step-up-panel.module.css';

export interface StepProps {
  readonly onVerified: () => void;
  /** Told of every failure, beside what is shown here. */
  readonly onFailed: (error: Error) => void;
}
const PERIOD = 30;

/** One code of an authenticator app. @param afterEnrollment the code that confirmed the enrollment is spent */
export function TotpStep(props: StepProps & { afterEnrollment?: boolean }): JSX.Element {
  const { onVerified, onFailed, afterEnrollment = false } = props;
  const challenge = useRef<Awaited<ReturnType<typeof startChallenge>>>(undefined);
  const [factors, setFactors] = useState<readonly { id: string; label: string }[]>([]);
  const [factor, setFactor] = useState<string>();
  const begin = async (): Promise<NonNullable<typeof challenge.current>> => {
    challenge.current = await startChallenge();
    setFactors(challenge.current.factors);
    return challenge.current;
  };
  const verify = async (code: string, again = false): Promise<void> => {
    try {
      const { challenge_id, factors: known } = challenge.current ?? (await begin());
      const body = { challenge_id, factor_id: factor ?? known[0]?.id, code };
      await dataOf(openApi.POST('/api/v1/auth/mfa/verify', { body }));
    } catch (error) {
      // The challenge ran out while the person looked for their phone: a new one, unseen.
      challenge.current = undefined;
      if (error instanceof ApiError && error.code === 'mfa_challenge_expired' && !again)
        return verify(code, true);
      onFailed(error as Error);
      throw error;
    }
    onVerified();
  };
  return (
    <>
      {afterEnrollment && <NextCode />}
      {factors.length > 1 && (
        <SelectField
          name="factor_id"
          label="Authenticator"
          value={factor}
          onChange={({ target }) => setFactor(target.value)}
        >
          {factors.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <CodeField label="Code from your authenticator app" onCode={verify} />
    </>
  );
}

function NextCode(): JSX.Element {
  const left = PERIOD - (Math.floor(useNow() / 1000) % PERIOD);
  return (
    <p className={styles.hint}>
      Set up. The code that you just used is spent: enter the next one, which comes in {left} s.
    </p>
  );
}

async function startChallenge() {
  return dataOf(openApi.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'totp' } }));
}
