import type { ComponentProps, JSX } from 'react';
import { SelectField } from './form.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

export type NamedSelectProps<Row extends Named> = ComponentProps<typeof SelectField> & {
  readonly rows: readonly Row[];
  /** What is shown of a row, where it is more than its name. */
  readonly labelOf?: (row: Row) => string;
  /** What is shown while none is chosen. */
  readonly none?: string;
};

/** One row of a list, chosen by name. `children` are further options. */
export function NamedSelect<Row extends Named>(props: NamedSelectProps<Row>): JSX.Element {
  const { rows, labelOf = ({ name }) => name, none = 'Choose…', children, ...select } = props;
  return (
    <SelectField {...select}>
      <option value="">{none}</option>
      {rows.map((row) => (
        <option key={row.id} value={row.id}>
          {labelOf(row)}
        </option>
      ))}
      {children}
    </SelectField>
  );
}
