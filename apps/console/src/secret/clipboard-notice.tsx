import type { JSX } from 'react';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icons.js';
import { useObservable } from '../ui/use-observable.js';
import { clear, onClipboard } from './clipboard.js';
import styles from './secret.module.css';

/** Stays as long as a value may be on the clipboard: browsers don't always let a page clear it. */
export function ClipboardNotice(): JSX.Element {
  const key = useObservable(onClipboard);
  return (
    <div role="status" className={styles.live}>
      {key !== null && (
        <p className={styles.notice}>
          <Icon name="copy" />
          <span>
            <code>{key}</code> was copied. Clipboard managers keep copies.
          </span>
          <Button look="quiet" onClick={() => void clear()}>
            Clear the clipboard
          </Button>
        </p>
      )}
    </div>
  );
}
