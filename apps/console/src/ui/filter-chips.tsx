import type { FocusEvent, JSX, ReactNode } from 'react';
import { Button } from './button.js';
import { ChipSelect } from './chip-select.js';
import styles from './filter-chips.module.css';

export interface Chip<Name extends string> {
  /** Its name in the address. */
  readonly name: Name;
  readonly label: string;
  /** What holds while nothing is chosen: "any" unless said. */
  readonly empty?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export interface FilterChipsProps<Name extends string> {
  readonly chips: readonly Chip<Name>[];
  /** What is chosen, from the address. */
  readonly chosen: Readonly<Partial<Record<Name, string>>>;
  /** @param changed goes into the address; undefined takes a filter away */
  readonly onChange: (changed: Partial<Record<Name, string>>) => void;
  /** A filter of another kind before the chips, and what takes it away; undefined while it holds nothing. */
  readonly first?: { readonly chip: ReactNode; readonly onClear: object | undefined };
}

/** Filters of a list, whose choice lives in the address. */
export function FilterChips<Name extends string>(props: FilterChipsProps<Name>): JSX.Element {
  const { chips, chosen, onChange, first } = props;
  const none = Object.fromEntries(chips.map(({ name }) => [name, undefined])) as Partial<
    Record<Name, string>
  >;
  return (
    <div className={styles.chips} role="search" aria-label="Filter" onFocus={scrollIntoView}>
      {first?.chip}
      {chips.map(({ name, label, empty = 'any', choices }) => (
        <ChipSelect
          key={name}
          {...{ label, empty, choices }}
          value={chosen[name] ?? ''}
          onChange={(value) =>
            onChange({ [name]: value === '' ? undefined : value } as Partial<Record<Name, string>>)
          }
        />
      ))}
      {(first?.onClear !== undefined || chips.some(({ name }) => chosen[name] !== undefined)) && (
        <Button look="quiet" icon="close" onClick={() => onChange({ ...none, ...first?.onClear })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** Browsers leave a focused select or button that is visible in part where it is. */
function scrollIntoView({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
