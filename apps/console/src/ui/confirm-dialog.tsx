import { type JSX, type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import { DialogButtons } from './dialog-buttons.js';
import { Form, TextField } from './form.js';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly verb: string;
  /** What has to be typed before, where much is taken away: the name of the thing. */
  readonly typed?: string;
  readonly onClose: () => void;
  /** Does it; what it throws is said in the dialog. */
  readonly onConfirm: () => Promise<void>;
}

/** Asks before something is taken away. */
export function ConfirmDialog({
  title,
  children,
  verb,
  typed,
  onClose,
  onConfirm,
}: ConfirmDialogProps): JSX.Element {
  const [text, setText] = useState('');
  const reason =
    typed === undefined || text.trim() === typed.trim() ? null : 'Type the name exactly as shown.';
  return (
    <Dialog onClose={onClose} title={title} description={children}>
      <Form onSubmit={onConfirm}>
        {({ busy }) => (
          <>
            {typed !== undefined && (
              <TextField
                name="typed"
                label={
                  <>
                    Type <bdi>{typed}</bdi> to confirm
                  </>
                }
                value={text}
                onChange={({ target: { value } }) => setText(value)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            )}
            <DialogButtons onClose={onClose} look="bad" busy={busy} reason={reason}>
              {verb}
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
