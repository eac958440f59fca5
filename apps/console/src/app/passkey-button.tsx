import { type JSX, useState } from 'react';
import { messageOfError } from '../api/error-messages.js';
import { ActionButton } from '../ui/button.js';
import styles from './step-up-panel.module.css';

interface Props {
  /** Lets the authenticator sign, and sends what it said. */
  readonly ask: () => Promise<void>;
  /** Told of every failure, beside what is shown here. */
  readonly onFailed?: (error: Error) => void;
}

/** Asks for a passkey or security key, again where it was not used. */
export function PasskeyButton({ ask, onFailed }: Props): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const press = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await ask();
    } catch (error) {
      onFailed?.(error as Error);
      const stopped = error instanceof DOMException;
      setFailure(stopped ? 'The passkey was not used. Try again.' : messageOfError(error as Error));
    }
    setBusy(false);
  };
  return (
    <>
      <ActionButton look="main" icon="lock" busy={busy} autoFocus onClick={() => void press()}>
        Use your passkey
      </ActionButton>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
    </>
  );
}
