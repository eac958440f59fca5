import { useQuery } from '@tanstack/react-query';
import { type JSX, useEffect, useId, useState } from 'react';
import { peopleSearchQuery, type Person } from '../api/queries/people.js';
import { SelectField, TextField } from './form.js';
import { useDebounced } from './use-debounced.js';

export interface PersonFieldProps {
  /** As in the body that is sent, for the service's refusals. */
  readonly name: string;
  readonly label: string;
  /** Who is chosen; null for nobody yet. */
  readonly person: Person | null;
  /** @param person null as soon as what is typed is nobody's name */
  readonly onChoose: (person: Person | null) => void;
}

/** One person, found by the beginning of their e-mail address or name. */
export function PersonField({ name, label, person, onChoose }: PersonFieldProps): JSX.Element {
  const listId = useId();
  const [typed, setTyped] = useState(person?.email ?? '');
  const part = useDebounced(typed.trim());
  const { data: found = [] } = useQuery(peopleSearchQuery(part));
  const meant = found.filter(isMeant);
  const chosen = person !== null && isMeant(person) ? person : meant.length === 1 ? meant[0]! : null;
  useEffect(() => {
    if (chosen?.id !== person?.id) onChoose(chosen);
  }, [chosen, person, onChoose]);
  return (
    <>
      <TextField
        name={name}
        label={label}
        hint={hint()}
        list={listId}
        value={typed}
        onChange={({ target: { value } }) => setTyped(value)}
        maxLength={320}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <datalist id={listId}>
        {found.map(({ id, email, display_name }) => (
          <option key={id} value={email}>
            {display_name}
          </option>
        ))}
      </datalist>
      {meant.length > 1 && (
        <SelectField
          name={`${name}_account`}
          label="Which account"
          hint="More than one has this address or name."
          value={chosen?.id ?? ''}
          onChange={({ target: { value } }) => onChoose(meant.find(({ id }) => id === value) ?? null)}
          required
        >
          <option value="">Choose…</option>
          {meant.map(({ id, email, display_name }) => (
            <option key={id} value={id}>
              {display_name ?? email}, {email}, …{id.slice(-6)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );

  function isMeant({ email, display_name }: Person): boolean {
    const word = typed.trim().toLowerCase();
    return [email, display_name ?? ''].some((each) => each.toLowerCase() === word) && word !== '';
  }

  function hint(): string {
    if (chosen !== null) return chosen.display_name ?? chosen.email;
    if (part !== '' && part === typed.trim() && found.length === 0) return 'No match.';
    return 'The beginning of an e-mail address or a name finds them.';
  }
}
