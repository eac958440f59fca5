import { type JSX, useState } from 'react';
import { EnrollTotp } from '../../app/enroll-totp.js';
import { addPasskey, type Factor } from '../../api/queries/own-account.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { fieldText } from '../../ui/field-text.js';
import { Form, TextField } from '../../ui/form.js';
import styles from './page.module.css';

export interface AddFactorDialogProps {
  readonly kind: Factor['kind'];
  readonly onClose: () => void;
  readonly onAdded: () => void;
}
const STOPPED = 'No passkey was made: it was cancelled, or this device has one of yours already.';

/** Adds a second factor: first its name, then the app's key or the browser's own question. */
export function AddFactorDialog({ kind, onClose, onAdded }: AddFactorDialogProps): JSX.Element {
  const [named, setNamed] = useState<{ label: string | null } | null>(null);
  const [stopped, setStopped] = useState(false);
  const totp = kind === 'totp';
  const prompt = { verb: 'Add', about: totp ? 'an authenticator app' : 'a passkey' };
  const next = async (data: FormData): Promise<void> => {
    const label = fieldText(data, 'label').trim() || null;
    if (totp) return setNamed({ label });
    setStopped(false);
    try {
      await addPasskey(label, prompt);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return setStopped(true);
    }
    onAdded();
  };
  return (
    <Dialog onClose={onClose} title={totp ? 'Add an authenticator app' : 'Add a passkey'}>
      {named !== null ? (
        <EnrollTotp
          intro="Add this key to an authenticator app:"
          label={named.label}
          prompt={prompt}
          onEnrolled={onAdded}
        />
      ) : (
        <Form onSubmit={next}>
          {({ busy }) => (
            <>
              <TextField
                name="label"
                label="Name"
                hint="How you will recognise it, as in “work phone”. May be left empty."
                maxLength={64}
                autoComplete="off"
              />
              <p role="alert" className={styles.failure}>
                {stopped && STOPPED}
              </p>
              <DialogButtons onClose={onClose} busy={busy}>
                Continue
              </DialogButtons>
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
