import { useQuery } from '@tanstack/react-query';
import { type JSX, type KeyboardEvent, useId, useState } from 'react';
import { messageOfError } from '../../api/error-messages.js';
import { queryClient } from '../../api/query-client.js';
import { useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { peopleSearchQuery } from '../../api/queries/people.js';
import { classNames } from '../../ui/class-names.js';
import chips from '../../ui/filter-chips.module.css';
import { useDebounced } from '../../ui/use-debounced.js';
import { actorOf, isSearched } from './actor-of.js';
import styles from './page.module.css';

export interface ActorFilterProps {
  /** As the log names them: `user:<id>`. */
  readonly actor: string | undefined;
  /** @param actor undefined takes the filter away */
  readonly onChange: (actor: string | undefined) => void;
}

/**
 * Who did it: a person, found by the beginning of their e-mail address or name, or any actor as the log names it. Enter
 * applies what is typed; Escape and emptying the field take the filter away; a field that is left shows the filter that holds.
 */
export function ActorFilter({ actor, onChange }: ActorFilterProps): JSX.Element {
  const { id: me, email } = useMe();
  const [listId, noteId] = [useId(), useId()];
  const name = useNames([actor ?? null])(actor ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const part = useDebounced((typed ?? '').trim());
  const { data: found = [] } = useQuery(peopleSearchQuery(part));
  const self = { id: me, email, display_name: 'me' };
  const people = [...found, self];
  const choose = (chosen: string | undefined): void => {
    setTyped(null);
    setNote('');
    if (chosen !== actor) onChange(chosen);
  };
  const type = (text: string): void => {
    if (text === '') return choose(undefined);
    setTyped(text);
    setNote('');
    // An offer that is taken comes as its whole text.
    const chosen = people.find((person) => person.email === text);
    if (chosen !== undefined) choose(`user:${chosen.id}`);
  };
  const apply = async (text: string): Promise<void> => {
    // The last letters may not have been looked for yet.
    const named = isSearched(text) ? await queryClient.fetchQuery(peopleSearchQuery(text.trim())) : [];
    const { actor: meant, reason } = actorOf(text, [...named, self]);
    if (reason === null) choose(meant);
    else setNote(reason);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      choose(undefined);
    }
    if (event.key === 'Enter' && typed !== null)
      void apply(typed).catch((error: Error) => setNote(messageOfError(error)));
  };
  return (
    <span className={styles.actor}>
      <label className={classNames(chips.chip, actor !== undefined && chips.chosen)}>
        <span className={chips.label}>By</span>
        <input
          className={styles.typed}
          type="search"
          list={listId}
          aria-describedby={noteId}
          value={typed ?? (actor === undefined ? '' : (name ?? actor))}
          placeholder="anyone"
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target: { value } }) => type(value)}
          onKeyDown={press}
          onBlur={() => {
            setTyped(null);
            setNote('');
          }}
        />
      </label>
      <datalist id={listId}>
        {people.map((person) => (
          <option key={`${person.id} ${person.display_name}`} value={person.email}>
            {person.display_name}
          </option>
        ))}
      </datalist>
      <span id={noteId} role="status">
        {note}
      </span>
    </span>
  );
}
