import type { JSX } from 'react';
import { Button } from './button.js';
import { Icon } from './icons.js';
import styles from './filter-chips.module.css';

export interface MultiSelectChipProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** What is chosen, from the address: any of these. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A filter of which any of several may hold: each choice is added, and stands beside until it is taken away. */
export function MultiSelectChip({ label, choices, chosen, onChange }: MultiSelectChipProps): JSX.Element {
  const left = choices.filter(({ value }) => !chosen.includes(value));
  return (
    <>
      <label className={styles.chip}>
        <span className={styles.label}>{label}</span>
        <select
          className={styles.select}
          value=""
          onChange={({ target: { value } }) => value !== '' && onChange([...chosen, value])}
        >
          <option value="">{chosen.length === 0 ? 'any' : 'or…'}</option>
          {left.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={12} />
      </label>
      {choices
        .filter(({ value }) => chosen.includes(value))
        .map(({ value, label: word }) => (
          <Button
            key={value}
            icon="close"
            className={styles.picked}
            aria-label={`Not ${word}`}
            onClick={() => onChange(chosen.filter((each) => each !== value))}
          >
            {word}
          </Button>
        ))}
    </>
  );
}
