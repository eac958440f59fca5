import type { JSX } from 'react';
import { Button } from './button.js';
import { ChipSelect } from './chip-select.js';
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
      <ChipSelect
        label={label}
        empty={chosen.length === 0 ? 'any' : 'or…'}
        choices={left}
        value=""
        onChange={(value) => value !== '' && onChange([...chosen, value])}
      />
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
