import { type ComponentProps, type JSX, useId } from 'react';
import { useObservable } from './use-observable.js';
import { reachability } from '../api/reachability.js';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icons.js';
import styles from './button.module.css';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** `main` once on a page; `quiet` has no border; `bad` destroys something. */
  readonly look?: 'main' | 'plain' | 'quiet' | 'bad';
  readonly icon?: IconName;
}

/** A button that always works. */
export function Button({ look = 'plain', icon, className, children, ...rest }: ButtonProps): JSX.Element {
  const onlyIcon = icon !== undefined && children === undefined;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[look], onlyIcon && styles.square, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface ActionButtonProps extends ButtonProps {
  /** Why it can't be used now, as a sentence. It stays, takes the focus, and says so. */
  readonly reason?: string | null;
  /** The element that shows the reason already, for buttons that share one; else it is shown at the button. */
  readonly reasonId?: string;
  /** Its call is under way. */
  readonly busy?: boolean;
  /** What it does needs no service: it works while that is unreachable. */
  readonly local?: boolean;
}

/** What begins a press; what ends one that had begun goes on. */
const NOT_PRESSED = { onPointerDown: undefined, onKeyDown: undefined } as const;

/** A button that changes something: off with a reason instead of hidden, and while the service does not answer. */
export function ActionButton(props: ActionButtonProps): JSX.Element {
  const { reason = null, reasonId, busy = false, local, onClick, ...rest } = props;
  const ownId = useId();
  const why = useWhyNot(reason, local);
  const off = why !== null || busy;
  // The element that is shared shows the given reason alone.
  const shownId = reason === null ? undefined : reasonId;
  return (
    <span className={styles.action}>
      <Button
        data-action=""
        {...rest}
        {...(off && NOT_PRESSED)}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        aria-describedby={why === null ? rest['aria-describedby'] : (shownId ?? ownId)}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      />
      {why !== null && shownId === undefined && (
        <span id={ownId} role="tooltip" className={styles.reason}>
          {why}
        </span>
      )}
    </span>
  );
}

/** Returns the given reason, or that the service is unreachable, where it is needed. */
function useWhyNot(reason: string | null, local = false): string | null {
  const lost = useObservable(reachability.lostSince) !== null;
  return reason ?? (lost && !local ? 'The service is unreachable.' : null);
}
