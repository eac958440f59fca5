import { type JSX, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from './button.js';
import styles from './filter-text.module.css';

export interface FilterTextProps {
  readonly label: string;
  /** What is looked for, from the address. */
  readonly value: string | undefined;
  /** The fewest characters that the service takes. */
  readonly minLength?: number;
  /** @param next goes into the address; undefined takes the filter away */
  readonly onChange: (next: string | undefined) => void;
}

/** A filter that is typed; it applies on Enter, and Escape takes it away. */
export function FilterText({ label, value = '', minLength, onChange }: FilterTextProps): JSX.Element {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  const clear = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape') return;
    // The browser would only empty the field.
    event.preventDefault();
    event.currentTarget.value = '';
    if (value !== '') onChange(undefined);
  };
  return (
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(input.current?.value.trim() || undefined);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="search"
        className={styles.input}
        defaultValue={value}
        minLength={minLength}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={clear}
      />
      <Button type="submit" icon="search" aria-label="Search" />
    </form>
  );
}
