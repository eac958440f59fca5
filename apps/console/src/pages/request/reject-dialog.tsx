import type { JSX } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, textIn } from '../../ui/form.js';
import { PersistedTextArea } from '../../ui/persisted-text-area.js';

export interface RejectDialogProps {
  /** Sends the rejection. */
  readonly reject: (reason: string) => Promise<void>;
  readonly onClose: () => void;
  readonly onRejected: () => void;
}

/** Asks why a request is rejected; the requester reads it. */
export function RejectDialog(props: RejectDialogProps): JSX.Element {
  const { reject, onClose, onRejected } = props;
  const send = async (data: FormData): Promise<void> => {
    await reject(textIn(data, 'reason'));
    onRejected();
  };
  return (
    <Dialog onClose={onClose} title="Reject this request">
      <Form onSubmit={send}>
        {({ busy }) => (
          <>
            <PersistedTextArea
              name="reason"
              label="Why"
              hint="The requester reads this."
              maxLength={2000}
              required
            />
            <DialogButtons onClose={onClose} look="bad" busy={busy}>
              Reject
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
