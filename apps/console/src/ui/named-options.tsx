import type { JSX } from 'react';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Options by name. @param labelOf what is shown of a row, where it is more than its name */
export function NamedOptions<Row extends Named>(props: {
  rows: readonly Row[];
  labelOf?: (row: Row) => string;
}): JSX.Element {
  const { rows, labelOf = ({ name }) => name } = props;
  return (
    <>
      {rows.map((row) => (
        <option key={row.id} value={row.id}>
          {labelOf(row)}
        </option>
      ))}
    </>
  );
}

/** Returns an environment's name, which says that it is one for production where the name alone does not. */
export function environmentLabel({ name, kind }: { name: string; kind: string }): string {
  return kind === 'prod' && !name.toLowerCase().includes('prod') ? `${name} (prod)` : name;
}
