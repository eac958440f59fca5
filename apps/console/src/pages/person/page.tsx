import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { personQuery, type User } from '../../api/queries/people.js';
import { ButtonLink } from '../../ui/button-link.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { Account } from './account.js';
import { RevokeAccess } from './revoke-access.js';
import { Grants } from './grants.js';
import { Permissions } from './permissions.js';

export const route = createLazyRoute('/shell/people/$id')({ component: PersonPage });

function PersonPage(): ReactNode {
  return (
    <RequirePermission title="Person" anyOf={['user_role.edit']}>
      <Found />
    </RequirePermission>
  );
}

function Found(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Person"
      query={useQuery(personQuery(id))}
      gone={['user_not_found', <Link to="/people">Everybody</Link>]}
    >
      {(user) => <Shown key={id} user={user} />}
    </ResourcePage>
  );
}

function Shown({ user }: { user: User }): JSX.Element {
  const { tab } = route.useSearch();
  const at = (search: { tab?: 'permissions' | 'revoke' }) =>
    linkOptions({ to: '/people/$id', params: { id: user.id }, search });
  const name = user.display_name ?? user.email;
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      width="narrow"
      actions={
        tab !== 'revoke' && (
          <ButtonLink look="bad" {...at({ tab: 'revoke' })}>
            Revoke access
          </ButtonLink>
        )
      }
    >
      <Tabs
        label="Parts of this page"
        tabs={[
          { label: 'Account', link: at({}) },
          { label: 'Permissions', link: at({ tab: 'permissions' }) },
          { label: 'Revoke access', link: at({ tab: 'revoke' }) },
        ]}
      />
      {tab === undefined && (
        <>
          <Account user={user} />
          <Grants user={user} />
        </>
      )}
      {tab === 'permissions' && <Permissions user={user} />}
      {tab === 'revoke' && <RevokeAccess user={user} />}
    </Page>
  );
}
