import { type JSX, useState } from 'react';
import { refuse } from '../../api/queries/cross-team.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, textIn } from '../../ui/form.js';
import { PersistedTextArea } from '../../ui/persisted-text-area.js';
import { stepUpPromptOf } from '../../ui/step-up-prompt-of.js';

export interface RefuseDialogProps {
  readonly request: RequestDetail;
  readonly onClose: () => void;
  readonly onRefused: () => Promise<void>;
}
const FEWEST = 10;

/** Asks why values are not provided; the requester reads it. */
export function RefuseDialog({ request, onClose, onRefused }: RefuseDialogProps): JSX.Element {
  const [reason, setReason] = useState('');
  // As the service counts: characters, without blanks around them.
  const missing = FEWEST - [...reason.trim()].length;
  const send = async (data: FormData): Promise<void> => {
    await refuse(request.id, textIn(data, 'reason'), stepUpPromptOf(request, 'Refuse'));
    await onRefused();
  };
  return (
    <Dialog onClose={onClose} title="Refuse to provide these values">
      <Form onSubmit={send}>
        {({ busy }) => (
          <>
            <PersistedTextArea
              name="reason"
              label="Why"
              hint={
                missing > 0
                  ? `The requester reads this. ${missing} more ${missing === 1 ? 'character' : 'characters'}.`
                  : 'The requester reads this.'
              }
              maxLength={2000}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
              required
            />
            <DialogButtons
              onClose={onClose}
              look="bad"
              busy={busy}
              reason={missing > 0 ? `A reason has at least ${FEWEST} characters.` : null}
            >
              Refuse
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
