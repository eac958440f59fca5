import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { servedKeyQuery } from '../api/queries/audit.js';
import { logWitnessQuery } from '../api/queries/log-witness.js';
import { queryClient } from '../api/query-client.js';
import { parseVerifierKey } from '../proof/verifier-key.js';
import { pinKey, pinnedKey } from '../proof/pinned-key.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { DialogButtons } from './dialog-buttons.js';
import { fieldText } from './field-text.js';
import { Form, TextField } from './form.js';
import { Problem, Skeleton } from './states.js';
import { toast } from './toasts.js';
import styles from './log-key-dialog.module.css';

/** Which key the proofs are checked with, and how to pin one's own. */
export function LogKeyDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const [pinned, setPinned] = useState(pinnedKey);
  const [failure, setFailure] = useState('');
  const served = useQuery(servedKeyQuery);
  const pin = async (data: FormData): Promise<void> => {
    const text = fieldText(data, 'key').trim();
    if ((await parseVerifierKey(text)) === null)
      return setFailure('This is not a verifier key, which has the form name+id+key.');
    pinKey(text);
    void queryClient.invalidateQueries(logWitnessQuery);
    toast('Pinned in this browser.');
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Key of the log"
      description="Proofs are computed in this browser. They are worth as much as the key that signs the log, and this page, which comes from the same service. For independent evidence use countersign-verify on another machine."
    >
      <div className={styles.steps}>
        {pinned === null ? (
          <p>No key is pinned in this browser, so the one that the service names is taken:</p>
        ) : (
          <p>Pinned on {new Date(pinned.at).toLocaleDateString(undefined, { dateStyle: 'medium' })}:</p>
        )}
        <Named pinned={pinned?.key ?? null} served={served} />
        {pinned !== null && (
          <Button
            onClick={() => {
              pinKey(null);
              void queryClient.invalidateQueries(logWitnessQuery);
              setPinned(null);
            }}
          >
            Forget it
          </Button>
        )}
        <Form onSubmit={pin}>
          {({ busy }) => (
            <>
              <TextField
                name="key"
                label="Key to pin"
                hint="As your auditors or whoever runs the service gave it to you, not copied from this page."
                autoComplete="off"
                required
              />
              <p role="alert" className={styles.failure}>
                {failure}
              </p>
              <DialogButtons onClose={onClose} busy={busy}>
                Pin
              </DialogButtons>
            </>
          )}
        </Form>
      </div>
    </Dialog>
  );
}

interface NamedProps {
  readonly pinned: string | null;
  readonly served: { readonly data?: string | null; readonly error: Error | null };
}

function Named({ pinned, served }: NamedProps): JSX.Element {
  if (served.error) return <Problem error={served.error} />;
  if (served.data === undefined) return <Skeleton lines={1} />;
  const differs = pinned !== null && served.data !== null && pinned !== served.data;
  return (
    <>
      <code className={styles.key}>{pinned ?? served.data ?? 'none'}</code>
      {served.data === null && (
        <p>This log is not signed. Whoever owns the database could change it unseen.</p>
      )}
      {differs && <p className={styles.failure}>The service names another key now: {served.data}</p>}
    </>
  );
}
