import { type JSX, useId, useRef, useState } from 'react';
import { messageOfError } from '../api/error-messages.js';
import styles from './step-up-panel.module.css';

export interface CodeFieldProps {
  readonly label: string;
  /** Sends the six digits; what it throws is said, and the field is emptied for the next code. */
  readonly onCode: (code: string) => Promise<void>;
}

/** Six digits of an authenticator app; they are sent as soon as they are complete. */
export function CodeField({ label, onCode }: CodeFieldProps): JSX.Element {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const send = async (code: string): Promise<void> => {
    setBusy(true);
    setFailure('');
    await onCode(code).catch((error: Error) => {
      setFailure(messageOfError(error));
      if (input.current) input.current.value = '';
      input.current?.focus();
    });
    setBusy(false);
  };
  return (
    <div>
      <label className={styles.field}>
        {label}
        <input
          ref={input}
          className={styles.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          autoFocus
          readOnly={busy}
          aria-invalid={failure !== ''}
          aria-describedby={id}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '').slice(0, 6);
            target.value = digits;
            if (digits.length === 6 && !busy) void send(digits);
          }}
        />
      </label>
      <p id={id} role="alert" className={styles.failure}>
        {failure}
      </p>
    </div>
  );
}
