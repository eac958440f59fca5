import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { peopleQuery, peopleSearchQuery, type Person, type User } from '../../api/queries/people.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { FilterText } from '../../ui/filter-text.js';
import { Page, Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { PersonState } from '../../ui/person-state.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Ago } from '../../ui/time.js';
import { TwoLines } from '../../ui/two-lines.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/people')({ component: PeoplePage });

const CreatePersonDialog = onDemand(() =>
  import('./create-person-dialog.js').then(({ CreatePersonDialog: it }) => it),
);
const COLUMNS: readonly Column<User>[] = [
  { head: 'Person', cell: nameOf },
  { head: 'State', cell: (person) => <PersonState {...person} /> },
  {
    head: 'Signs in',
    cell: ({ kind }) => (kind === 'local' ? 'with a password' : 'at the identity provider'),
  },
  { head: 'Since', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
];
const FOUND: readonly Column<Person>[] = [{ head: 'Person', cell: nameOf }];

function PeoplePage(): JSX.Element {
  return (
    <RequirePermission title="People" anyOf={['user_role.edit']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const { email } = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const [creating, setCreating] = useState(false);
  const find = (typed: string | undefined): void =>
    void navigate({ to: '/people', search: { email: typed?.trim() }, replace: true });
  return (
    <Page
      title="People"
      actions={
        <ActionButton
          look="main"
          reason={missingGlobalPermission(me, 'user_role.edit')}
          onClick={() => setCreating(true)}
        >
          New person
        </ActionButton>
      }
    >
      <FilterText label="E-mail address" value={email} onChange={find} />
      <List key={email} email={email} onClear={() => find(undefined)} />
      {email !== undefined && <Similar part={email} />}
      {creating && <CreatePersonDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function List({ email, onClear }: { email: string | undefined; onClear: () => void }): JSX.Element {
  return (
    <PagedList
      list={useInfiniteQuery(peopleQuery({ email }))}
      caption="People"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/people/$id', params: { id } })}
      empty="Nobody has an account yet."
      onClear={email === undefined ? undefined : onClear}
    />
  );
}

/** Those of whom only the beginning was typed. */
function Similar({ part }: { part: string }): JSX.Element | null {
  const found = useQuery(peopleSearchQuery(part)).data?.filter(
    (person) => person.email.toLowerCase() !== part.toLowerCase(),
  );
  if (found === undefined || found.length === 0) return null;
  return (
    <Section title="Whose e-mail address or name begins so">
      <DataTable
        caption="People whose e-mail address or name begins so"
        columns={FOUND}
        rows={found}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/people/$id', params: { id } })}
      />
    </Section>
  );
}

function nameOf({ display_name: name, email }: Person): ReactNode {
  return name === null ? email : <TwoLines first={<bdi>{name}</bdi>} second={email} />;
}
