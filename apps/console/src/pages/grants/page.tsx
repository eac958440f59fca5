import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import type { JSX } from 'react';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { type Person, personQuery } from '../../api/queries/people.js';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import { rolesQuery } from '../../api/queries/roles.js';
import { ActionButton } from '../../ui/button.js';
import { type Chip, FilterChips } from '../../ui/filter-chips.js';
import { Page } from '../../ui/page.js';
import { FindPerson } from './find-person.js';
import { List } from './list.js';
import type { GrantsChoice, GrantsSearch } from './search.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/grants')({ component: GrantsPage });

const GrantDialog = onDemand(() => import('./grant-dialog.js').then(({ GrantDialog: it }) => it));
const ORIGINS = {
  manual: 'a person',
  oidc: 'the identity provider',
  bootstrap: 'the first start',
} as const;

function GrantsPage(): JSX.Element {
  const { new: granting, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const go = (search: GrantsSearch): void => void navigate({ to: '/grants', search, replace: true });
  const lacking = missingPermission(me, 'user_role.edit');
  const { data: person, isLoading } = useQuery({
    ...personQuery(filter.user_id ?? ''),
    enabled: filter.user_id !== undefined && lacking === null,
  });
  return (
    <Page
      title="Grants"
      actions={
        <ActionButton look="main" reason={lacking} onClick={() => go({ ...filter, new: 'yes' })}>
          Grant a role
        </ActionButton>
      }
    >
      <FindPerson onFound={(user_id) => go({ ...filter, user_id })} />
      <FilterChips
        chips={useChips(filter, person)}
        chosen={filter}
        onChange={(changed) => go({ ...filter, ...(changed as GrantsChoice) })}
      />
      <List key={JSON.stringify(filter)} filter={filter} onClear={() => go({})} />
      {granting !== undefined && lacking === null && !isLoading && (
        <GrantDialog
          person={person ?? null}
          roleId={filter.role_id}
          at={filter.at}
          onClose={() => go(filter)}
        />
      )}
    </Page>
  );
}

function useChips(filter: GrantsChoice, person: Person | undefined): readonly Chip<keyof GrantsChoice>[] {
  const { user_id: userId } = filter;
  const nameOf = useNames([userId === undefined ? null : `user:${userId}`]);
  const roles = useQuery(rolesQuery).data ?? [];
  const teams = useQuery(teamsQuery).data ?? [];
  const projects = useQuery(projectsQuery).data ?? [];
  const chips: Chip<keyof GrantsChoice>[] = [
    { name: 'role_id', label: 'Role', choices: roles.map(({ id, name }) => ({ value: id, label: name })) },
    {
      name: 'at',
      label: 'Where',
      choices: [
        { value: 'everywhere', label: 'everywhere' },
        ...teams.map(({ id, name }) => ({ value: `team:${id}`, label: `team ${name}` })),
        ...projects.map(({ id, name }) => ({ value: `project:${id}`, label: `project ${name}` })),
      ],
    },
    {
      name: 'origin',
      label: 'Made by',
      choices: Object.entries(ORIGINS).map(([value, label]) => ({ value, label })),
    },
  ];
  if (userId !== undefined)
    chips.unshift({
      name: 'user_id',
      label: 'Person',
      choices: [{ value: userId, label: person?.email ?? nameOf(`user:${userId}`) ?? '…' }],
    });
  return chips;
}
