import { useQuery } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { teamsQuery } from '../api/queries/places.js';
import { treeOf } from '../places/team-tree.js';
import { SelectField } from './form.js';

export interface TeamChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** What stands for no team: "No team". */
  readonly none: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Teams that can't be chosen here: a team can't lie below itself. */
  readonly without?: ReadonlySet<string>;
}

/** One of the teams, as the tree has them. Archived ones take nothing new: only the present one stays. */
export function TeamChoice(props: TeamChoiceProps): JSX.Element {
  const { name, label, hint, none, value, onChange, without } = props;
  const teams = useQuery(teamsQuery).data ?? [];
  return (
    <SelectField
      {...{ name, label, hint }}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{none}</option>
      {treeOf(teams)
        .filter(({ team: { id } }) => without?.has(id) !== true)
        .filter(({ team: { id, status } }) => status === 'active' || id === value)
        .map(({ team, level }) => (
          <option key={team.id} value={team.id}>
            {'\u2003'.repeat(level - 1)}
            {team.name}
          </option>
        ))}
    </SelectField>
  );
}
