import { type ComponentProps, type JSX, type ReactNode, useId } from 'react';
import { useSending } from './form.js';
import styles from './form.module.css';

export interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'disabled'> {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Why it can't be chosen now; what is chosen already can be taken back. */
  readonly reason?: string | null;
}

/** Yes or no; off with a reason instead of hidden. */
export function CheckField({ label, hint, reason = null, onChange, ...input }: CheckFieldProps): JSX.Element {
  const id = useId();
  const said = reason ?? hint;
  const off = reason !== null && input.checked !== true;
  return (
    <div className={styles.field} inert={useSending()}>
      <label className={styles.check}>
        <input
          {...input}
          type="checkbox"
          aria-disabled={off || undefined}
          aria-describedby={said === undefined ? undefined : id}
          onChange={(event) => {
            if (!off) onChange?.(event);
          }}
        />
        {label}
      </label>
      {said !== undefined && (
        <p id={id} className={styles.hint}>
          {said}
        </p>
      )}
    </div>
  );
}
