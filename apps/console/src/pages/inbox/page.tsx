import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { inboxCountQuery, inboxQuery } from '../../api/queries/inbox.js';
import { hasPermission, useMe } from '../../api/queries/me.js';
import type { AccessRequest } from '../../api/queries/requests.js';
import { CarryingRoles } from '../../ui/carrying-roles.js';
import type { Column } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { RequestStatusBadge } from '../../ui/request-status.js';
import { keysText, SecretName } from '../../ui/secret-name.js';
import { Tabs } from '../../ui/tabs.js';
import { Ago, Countdown } from '../../ui/time.js';
import { numberText } from '../../ui/number-text.js';

export const route = createLazyRoute('/shell/inbox')({ component: InboxPage });

const COLUMNS: readonly Column<AccessRequest>[] = [
  {
    head: 'Request',
    cell: ({ secret_ref, keys }) => <SecretName secretRef={secret_ref} keys={keysText(keys)} />,
  },
  { head: 'From', cell: ({ names }) => names?.source_project ?? '–', long: true },
  {
    head: 'Values of',
    cell: ({ names }) => [names?.target_team, names?.target_project].filter(Boolean).join(', ') || '–',
    long: true,
  },
  { head: 'Requester', cell: ({ requester_email }) => requester_email, long: true },
  { head: 'Status', cell: ({ status }) => <RequestStatusBadge status={status} /> },
  { head: 'Ends in', cell: ({ expires_at }) => <Countdown to={expires_at} />, end: true },
  { head: 'Requested', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
];

function InboxPage(): JSX.Element {
  const { team } = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const { total = 0, per_team: teams = [] } = useQuery(inboxCountQuery).data ?? {};
  return (
    <Page title="Values to provide">
      {(teams.length > 1 || team !== undefined) && (
        <Tabs
          label="Team"
          tabs={[
            { label: `All teams (${numberText(total)})`, link: linkOptions({ to: '/inbox', search: {} }) },
            ...teams.map(({ team_id, team_name, count }) => ({
              label: `${team_name} (${numberText(count)})`,
              link: linkOptions({ to: '/inbox', search: { team: team_id } }),
            })),
          ]}
        />
      )}
      <PagedList
        key={team}
        list={useInfiniteQuery(inboxQuery(team))}
        caption="Requests that wait for values, oldest first"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/requests/$id/fill', params: { id } })}
        empty={
          hasPermission(me, 'secret.value.provide') ? (
            'No requests wait for values of your teams.'
          ) : (
            <>
              Nothing waits for you here: providing values needs the permission secret.value.provide.{' '}
              <CarryingRoles anyOf={['secret.value.provide']} />
            </>
          )
        }
        onClear={team === undefined ? undefined : () => void navigate({ to: '/inbox' })}
      />
    </Page>
  );
}
