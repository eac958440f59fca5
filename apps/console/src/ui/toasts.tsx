import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { observable } from '../api/observable.js';
import { Button } from './button.js';
import { Icon } from './icons.js';
import styles from './toasts.module.css';
import { useObservable } from './use-observable.js';

interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'warn';
  readonly words: ReactNode;
}
const SHOWN_MS = 6_000;
const toasts = observable<readonly Toast[]>([]);
let last = 0;

/**
 * Tells something that needs no answer, for six seconds; a warning stays until it is closed. Never a value.
 *
 * @returns what closes it
 */
export function toast(words: ReactNode, tone: Toast['tone'] = 'plain'): () => void {
  const id = ++last;
  toasts.set([...toasts.get().slice(-3), { id, tone, words }]);
  return () => close(id);
}

/** Where toasts appear; once in the page. */
export function Toasts(): JSX.Element {
  const shown = useObservable(toasts);
  return (
    <section className={styles.area} aria-label="Notices">
      <div role="status" aria-live="polite">
        {shown.map((each) => (
          <One key={each.id} toast={each} />
        ))}
      </div>
    </section>
  );
}

function One({ toast: { id, tone, words } }: { toast: Toast }): JSX.Element {
  const held = useRef(false);
  useEffect(() => {
    if (tone === 'warn') return undefined;
    const timer = setInterval(() => {
      if (!held.current) close(id);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [id, tone]);
  const hold = (): void => {
    held.current = true;
  };
  const release = (): void => {
    held.current = false;
  };
  return (
    <div
      className={styles.toast}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {tone === 'warn' && <Icon name="warning" />}
      <div className={styles.words}>{words}</div>
      <Button look="quiet" icon="close" aria-label="Close" onClick={() => close(id)} />
    </div>
  );
}

function close(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}
