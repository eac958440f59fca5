import type { JSX, ReactNode } from 'react';
import { ActionButton, Button } from './button.js';
import { FormButtons } from './form.js';

interface DialogButtonsProps {
  readonly onClose: () => void;
  readonly busy: boolean;
  readonly look?: 'main' | 'bad';
  /** Why the form can't be sent now; null or absent if it can. */
  readonly reason?: string | null;
  /** What sending it does. */
  readonly children: ReactNode;
}

/** The buttons of a dialog's form: Back, and the one that sends it. */
export function DialogButtons({
  onClose,
  look = 'main',
  children,
  ...sending
}: DialogButtonsProps): JSX.Element {
  return (
    <FormButtons>
      <Button onClick={onClose}>Back</Button>
      <ActionButton type="submit" look={look} {...sending}>
        {children}
      </ActionButton>
    </FormButtons>
  );
}
