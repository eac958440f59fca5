import type { JSX } from 'react';
import { classNames } from './class-names.js';
import { Icon } from './icons.js';
import styles from './filter-chips.module.css';

export interface ChipSelectProps {
  readonly label: string;
  /** What stands there while nothing is chosen. */
  readonly empty: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  /** @param value empty when nothing is chosen */
  readonly onChange: (value: string) => void;
}

/** A select in the form of a chip. */
export function ChipSelect({ label, empty, choices, value, onChange }: ChipSelectProps): JSX.Element {
  return (
    <label className={classNames(styles.chip, value !== '' && styles.chosen)}>
      <span className={styles.label}>{label}</span>
      <select
        className={styles.select}
        value={value}
        onChange={({ target: { value: chosen } }) => onChange(chosen)}
      >
        <option value="">{empty}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </label>
  );
}
