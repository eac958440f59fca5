import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { useMe } from '../../api/queries/me.js';
import { WAITING_FOR, type WaitingFor } from '../../api/queries/request-filter.js';
import { type AccessRequest, ownOpenQuery, waitingQuery } from '../../api/queries/requests.js';
import { Button } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { NewRequestLink } from '../../ui/new-request-link.js';
import { Page, Section } from '../../ui/page.js';
import { REQUEST_COLUMNS } from '../../ui/request-columns.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';

export const route = createLazyRoute('/shell/')({ component: HomePage });

const ACTIONS: Readonly<Record<WaitingFor, string>> = {
  approve: 'Approve or reject',
  verify: 'Verify',
  fill: 'Provide values',
  reveal: 'Reveal',
};
const { request, place, requester, ends, status, requested } = REQUEST_COLUMNS;
const WAITING: readonly Column<AccessRequest>[] = [
  request,
  { head: 'Waits for you to', cell: ({ allowed_actions }) => actionsText(allowed_actions) },
  ...[place, requester, ends],
];
const OWN: readonly Column<AccessRequest>[] = [request, place, status, requested, ends];

function HomePage(): JSX.Element {
  const { for: what } = route.useSearch();
  const navigate = route.useNavigate();
  const { id: me, permissions } = useMe();
  const choose = (next: WaitingFor | undefined): void =>
    void navigate({ to: '/', search: { for: next }, replace: true });
  return (
    <Page title="Home" actions={<NewRequestLink />}>
      {permissions.length === 0 && (
        <Empty>
          You have no role yet. An administrator can grant you one: until then, nothing waits here.
        </Empty>
      )}
      <Section title="Waiting for you">
        <FilterChips
          chips={[
            {
              name: 'for',
              label: 'To',
              choices: WAITING_FOR.map((value) => ({ value, label: ACTIONS[value].toLowerCase() })),
            },
          ]}
          chosen={{ for: what }}
          onChange={(changed) => choose(changed.for as WaitingFor | undefined)}
        />
        <List
          caption="Requests that wait for you, what ends first at the top"
          columns={WAITING}
          list={useQuery(waitingQuery(what))}
          empty={
            <Empty action={what && <Button onClick={() => choose(undefined)}>Clear filters</Button>}>
              {what === undefined ? 'Nothing waits for you.' : 'Nothing like this waits for you.'}
            </Empty>
          }
        />
      </Section>
      <Section title="Your open requests">
        <List
          caption="Your open requests, what ends first at the top"
          columns={OWN}
          list={useQuery(ownOpenQuery(me))}
          empty={
            <Empty
              action={
                <Link to="/requests" search={{ requester_id: me }}>
                  All your requests
                </Link>
              }
            >
              You have no open requests.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

interface ListProps {
  readonly caption: string;
  readonly columns: readonly Column<AccessRequest>[];
  readonly list: UseQueryResult<AccessRequest[]>;
  readonly empty: ReactNode;
}

function List({ caption, columns, list, empty }: ListProps): ReactNode {
  const { data, error, failureReason, refetch } = list;
  if (data === undefined)
    return error === null ? (
      <Skeleton lines={3} failure={failureReason} />
    ) : (
      <Problem error={error} again={() => void refetch()} />
    );
  if (data.length === 0) return empty;
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/requests/$id', params: { id } })}
    />
  );
}

function actionsText(actions: AccessRequest['allowed_actions']): string {
  const allowed = WAITING_FOR.filter((name) => actions.some((each) => each.action === name && each.allowed));
  return allowed.map((name) => ACTIONS[name]).join(', ');
}
