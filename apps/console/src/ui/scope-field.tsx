import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { ScopeKind } from '../places/grant-scope.js';
import { projectsQuery, teamsQuery } from '../api/queries/places.js';
import { SelectField } from './form.js';

export interface ScopeFieldProps {
  /** Those that the role can be granted with. */
  readonly kinds: readonly ScopeKind[];
  readonly kind: ScopeKind;
  /** As the address names it; a kind alone while nothing of it is chosen. */
  readonly place: string;
  readonly onChoose: (place: string) => void;
}

const WORDS: Readonly<Record<ScopeKind, string>> = {
  everywhere: 'everywhere',
  team: 'in a team and below',
  project: 'in a project',
};

/** Where a grant is to count. */
export function ScopeField({ kinds, kind, place, onChoose }: ScopeFieldProps): JSX.Element {
  const teams = useQuery(teamsQuery).data ?? [];
  const projects = useQuery(projectsQuery).data ?? [];
  const places = kind === 'team' ? teams : projects;
  return (
    <>
      <SelectField
        name="scope"
        label="Where"
        hint={kinds.includes('everywhere') ? undefined : 'This role is never granted everywhere.'}
        value={kind}
        onChange={({ target: { value } }) => onChoose(value)}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {WORDS[each]}
          </option>
        ))}
      </SelectField>
      {kind !== 'everywhere' && (
        <SelectField
          name={`${kind}_id`}
          label={kind === 'team' ? 'Team' : 'Project'}
          value={place}
          onChange={({ target: { value } }) => onChoose(value)}
          required
        >
          <option value={kind}>Choose…</option>
          {places.map(({ id, name, status }) => (
            <option key={id} value={`${kind}:${id}`}>
              {name}
              {status === 'archived' && ' (archived)'}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
