import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { countsIn } from '../../places/grant-scope.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import {
  type CatalogEntry,
  permissionsQuery,
  type Role,
  roleQuery,
  setPermissions,
} from '../../api/queries/roles.js';
import { queryClient } from '../../api/query-client.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton, Button } from '../../ui/button.js';
import { FormButtons, useSending } from '../../ui/form.js';
import { GuardedForm } from '../../ui/guarded-form.js';
import { Section } from '../../ui/page.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import { discardInput } from '../../ui/use-unsaved-changes.js';
import styles from './page.module.css';

/** Any place, to ask what counts within one. */
const SOME_PLACE = { team_id: '' };

/** What a role permits, group by group, to be changed: what the change adds and takes away is marked. */
export function Matrix({ read: newest }: { read: Versioned<Role> }): JSX.Element {
  const me = useMe();
  const { data: catalog, error, refetch } = useQuery(permissionsQuery);
  // The version that the person looks at: a newer one takes its place while nothing is changed, else after a refusal.
  const [read, setRead] = useState(newest);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(read.row.permissions));
  const { name, permissions: given } = read.row;
  const added = [...chosen].filter((each) => !given.includes(each));
  const removed = given.filter((each) => !chosen.has(each));
  const changed = added.length + removed.length > 0;
  const show = (version: Versioned<Role>): void => {
    setRead(version);
    choose(new Set(version.row.permissions));
  };
  if (!changed && newest.row.updated_at > read.row.updated_at) show(newest);
  const save = async (): Promise<void> => {
    const about = `the role ${name}: ${[...added.map((each) => `+ ${each}`), ...removed.map((each) => `− ${each}`)].join(', ')}`;
    try {
      show(await setPermissions(read, [...chosen], { verb: 'Save', about }));
      toast('Saved. It counts from the next call of everybody who holds the role.');
    } catch (error) {
      // The role as it is now, with the same changes made to it.
      const now = await queryClient.fetchQuery({ ...roleQuery(read.row.id), staleTime: 0 });
      setRead(now);
      choose(new Set([...now.row.permissions.filter((each) => !removed.includes(each)), ...added]));
      throw error;
    }
    await queryClient.invalidateQueries({ queryKey: ['roles'] });
  };
  const undo = (): void => {
    discardInput();
    show(newest);
  };
  if (catalog === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const groups = [...new Set(catalog.map(({ group }) => group))];
  return (
    <Section title="What it permits">
      <GuardedForm onSubmit={save}>
        {({ busy }) => (
          <>
            <div className={styles.groups}>
              {groups.map((group) => (
                <fieldset key={group} className={styles.group}>
                  <legend>{group}</legend>
                  {catalog
                    .filter((entry) => entry.group === group)
                    .map((entry) => (
                      <Line
                        key={entry.permission}
                        entry={entry}
                        given={given.includes(entry.permission)}
                        chosen={chosen.has(entry.permission)}
                        onToggle={() => choose(toggled(chosen, entry.permission))}
                      />
                    ))}
                </fieldset>
              ))}
            </div>
            <FormButtons>
              {changed && <Button onClick={undo}>Undo</Button>}
              <ActionButton
                look="main"
                type="submit"
                busy={busy}
                reason={missingPermission(me, 'role.edit') ?? (changed ? null : 'Nothing is changed.')}
              >
                Save
              </ActionButton>
            </FormButtons>
          </>
        )}
      </GuardedForm>
    </Section>
  );
}

interface LineProps {
  readonly entry: CatalogEntry;
  /** As the service has it. */
  readonly given: boolean;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

function Line({ entry: { permission, description }, given, chosen, onToggle }: LineProps): JSX.Element {
  return (
    <div className={styles.permission} inert={useSending()}>
      <input
        id={permission}
        type="checkbox"
        checked={chosen}
        aria-describedby={`${permission}-about`}
        onChange={onToggle}
      />
      <label htmlFor={permission}>
        <code>{permission}</code>
      </label>
      <p id={`${permission}-about`}>
        {description}
        {!countsIn(SOME_PLACE, permission) && '. Counts in grants for everywhere only'}.{' '}
        {chosen && !given && <Badge tone="ok">will be added</Badge>}
        {!chosen && given && <Badge tone="bad">will be removed</Badge>}
      </p>
    </div>
  );
}

function toggled(chosen: ReadonlySet<string>, permission: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(permission)) next.add(permission);
  return next;
}
