import { type JSX, useId } from 'react';
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

/** A filter that is typed; it applies on Enter. */
export function FilterText({ label, value, minLength, onChange }: FilterTextProps): JSX.Element {
  const id = useId();
  return (
    <form
      key={value}
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('text');
        onChange(typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="text"
        type="search"
        className={styles.input}
        defaultValue={value}
        minLength={minLength}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" icon="search" aria-label="Search" />
    </form>
  );
}
