import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { api, withStepUp, dataOf } from '../api/client.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { send } from '../api/gated-fetch.js';
import { Problem, Skeleton } from '../ui/states.js';
import { CodeField } from './code-field.js';
import styles from './step-up-panel.module.css';

export interface EnrollTotpProps {
  /** Why, and what to do with the key. */
  readonly intro: string;
  /** How the person will recognise it; null for the service's own name. */
  readonly label?: string | null;
  /** What the step-up dialog says where the person has a second factor already. */
  readonly prompt?: StepUpPrompt;
  readonly onEnrolled: () => void;
}

/** Sets up an authenticator app. */
export function EnrollTotp({ intro, label = null, prompt, onEnrolled }: EnrollTotpProps): JSX.Element {
  const gate = prompt ? withStepUp(prompt) : { fetch: send };
  const started = useQuery({
    // Not below ['me'], whose invalidation would start it again.
    queryKey: ['totp-enrollment'],
    queryFn: async () => dataOf(api.POST('/api/v1/users/me/mfa/totp/start', { body: { label }, ...gate })),
    retry: false,
    // A start makes a secret: it is neither repeated nor kept.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (started.error) return <Problem error={started.error} again={() => void started.refetch()} />;
  if (started.data === undefined) return <Skeleton lines={3} />;
  const { challenge_id, secret, otpauth_url } = started.data;
  const confirm = async (code: string): Promise<void> => {
    await dataOf(api.POST('/api/v1/users/me/mfa/totp/confirm', { body: { challenge_id, code }, ...gate }));
    onEnrolled();
  };
  return (
    <div className={styles.steps}>
      <p>{intro}</p>
      <p className={styles.secret}>{secret.replace(/.{4}(?=.)/g, '$& ')}</p>
      <p className={styles.hint}>
        On this device: <a href={otpauth_url}>open it in the app</a>.
      </p>
      <CodeField label="Then enter the code that the app shows" onCode={confirm} />
    </div>
  );
}
