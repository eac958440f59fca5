import { type JSX, useState } from 'react';
import { hasPermission, useMe } from '../../api/queries/me.js';
import type { Person } from '../../api/queries/people.js';
import { PersonField } from '../../ui/person-field.js';
import styles from './page.module.css';

/** Narrows the list to one person; for those who may look people up. */
export function FindPerson({ onFound }: { onFound: (id: string) => void }): JSX.Element | null {
  const [times, setTimes] = useState(0);
  if (!hasPermission(useMe(), 'audit.read', 'user_role.edit')) return null;
  const found = (person: Person | null): void => {
    if (person === null) return;
    setTimes(times + 1);
    onFound(person.id);
  };
  return (
    <div className={styles.find} role="search" aria-label="Person">
      <PersonField key={times} name="person" label="Person" person={null} onChoose={found} />
    </div>
  );
}
