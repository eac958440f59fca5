import { Dialog as Base } from '@base-ui/react/dialog';
import { type JSX, type ReactNode, type RefObject, useRef } from 'react';
import { sessionGate } from '../api/call-gate.js';
import { Button } from './button.js';
import styles from './dialog.module.css';

export interface DialogProps {
  /** The person closes it. It stays open while they sign in again above it, so that nothing typed is lost. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** What gets the focus; unless said, the first control below the title. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** What gets it afterwards: true for what had it before, false for nothing. */
  readonly focusLast?: () => HTMLElement | boolean;
}

/**
 * A question above the page, open as long as it is rendered: the focus stays inside and goes back to where it was. Pages
 * load theirs when it is needed: `onDemand(() => import('./some-dialog.js').then(…))`.
 */
export function Dialog(props: DialogProps): JSX.Element {
  const { onClose, title, description, children, focusFirst, focusLast } = props;
  const body = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open
      onOpenChange={(next, details) => {
        if (sessionGate.asked.get() !== undefined) details.cancel();
        else if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={styles.popup}
          initialFocus={focusFirst ?? ((by) => (by === 'touch' ? null : firstIn(body.current)))}
          finalFocus={focusLast}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<Button look="quiet" icon="close" aria-label="Close" />} />
          </div>
          {description !== undefined && (
            <Base.Description render={<div />} className={styles.description}>
              {description}
            </Base.Description>
          )}
          <div ref={body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns the first control; null leaves it to the dialog, which takes its first one: Close. */
function firstIn(body: HTMLElement | null): HTMLElement | null {
  return body?.querySelector<HTMLElement>('input, select, textarea, button, a[href]') ?? null;
}
