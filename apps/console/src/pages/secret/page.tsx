import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { hasPermission, missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { type Disclosure, disclosuresQuery, type Secret, secretQuery } from '../../api/queries/secrets.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button-link.js';
import { CarryingRoles } from '../../ui/carrying-roles.js';
import { CopyId } from '../../ui/copy-id.js';
import type { Column } from '../../ui/data-table.js';
import { Facts } from '../../ui/facts.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { MOST_KEYS } from '../../ui/most-keys.js';
import { Page, Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { shortRef } from '../../ui/short-ref.js';
import { Empty } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';

export const route = createLazyRoute('/shell/secrets/$id')({ component: SecretPage });

function SecretPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Secret"
      query={useQuery(secretQuery(id))}
      gone={['secret_not_found', <Link to="/secrets">All secrets</Link>]}
    >
      {(secret) => <Shown key={id} secret={secret} />}
    </ResourcePage>
  );
}

function Shown({ secret }: { secret: Secret }): JSX.Element {
  const connection = secret.provider_connection_id && `provider_connection:${secret.provider_connection_id}`;
  const environments = secret.environment_ids.map((id) => `environment:${id}`);
  const nameOf = useNames([connection, ...environments]);
  const me = useMe();
  const missing = missingPermission(me, 'audit.read');
  const labels = Object.entries(secret.labels as Record<string, string>);
  return (
    <Page
      title={<code>{shortRef(secret.ref)}</code>}
      name={secret.ref}
      width="narrow"
      actions={hasPermission(me, 'secret.request') && <Ask secret={secret} />}
    >
      {secret.status === 'missing' && (
        <p>
          <Badge tone="warn" icon="warning">
            Missing
          </Badge>{' '}
          The last discovery did not find it any more.
        </p>
      )}
      <Section title="Details">
        <Facts
          facts={[
            ['Reference', <CopyId key="" id={secret.ref} shown={secret.ref} />],
            ['Keys', secret.keys.length === 0 ? 'none known' : <code key="">{secret.keys.join(', ')}</code>],
            ['Connection', (connection && nameOf(connection)) ?? secret.provider],
            [
              'Environments',
              environments.length === 0
                ? 'not bound to any'
                : environments.map((each) => nameOf(each) ?? '…').join(', '),
            ],
            [
              'Labels',
              labels.length === 0 ? 'none' : labels.map(([name, of]) => `${name}: ${of}`).join(', '),
            ],
            ['Version', secret.version ?? 'unknown'],
            ['First seen', <Ago key="" at={secret.first_seen_at} />],
            ['Last seen', <Ago key="" at={secret.last_seen_at} />],
          ]}
        />
      </Section>
      <Section title="Who has seen it">
        {missing === null ? (
          <Disclosures id={secret.id} />
        ) : (
          <Empty>
            {missing} <CarryingRoles anyOf={['audit.read']} />
          </Empty>
        )}
      </Section>
    </Page>
  );
}

/** Leads to a request for all its keys, unless one has to choose among them, in the environment that it is bound to if that is one. */
function Ask({ secret }: { secret: Secret }): JSX.Element {
  const { ref, keys, environment_ids: bound, provider_connection_id: connection } = secret;
  const search = {
    ...{ ref, connection: connection ?? undefined, environment: bound.length === 1 ? bound[0] : undefined },
    keys: keys.length > 0 && keys.length <= MOST_KEYS.read ? keys.join(',') : undefined,
  };
  return (
    <ButtonLink look="main" to="/requests/new" search={search}>
      Request access
    </ButtonLink>
  );
}

const COLUMNS: readonly Column<Disclosure>[] = [
  { head: 'Person', cell: ({ requester }) => requester.display_name ?? requester.email },
  { head: 'Keys', cell: ({ keys_fetched }) => <code>{keys_fetched.join(', ')}</code> },
  {
    head: 'Allowed by',
    cell: ({ direct, approvers }) =>
      direct
        ? 'revealed directly'
        : approvers.length === 0
          ? 'no approval needed'
          : approvers.map(({ display_name, email }) => display_name ?? email).join(', '),
  },
  {
    head: 'Request',
    cell: ({ request_id: id }) => (
      <Link to="/requests/$id" params={{ id }}>
        …{id.slice(-6)}
      </Link>
    ),
  },
  {
    head: 'Evidence',
    cell: ({ event_id: id }) =>
      id === null ? (
        '–'
      ) : (
        <Link to="/audit/$id" params={{ id }}>
          audit event
        </Link>
      ),
  },
  { head: 'When', cell: ({ at }) => <Ago at={at} />, end: true },
];

function Disclosures({ id }: { id: string }): JSX.Element {
  return (
    <PagedList
      list={useInfiniteQuery(disclosuresQuery(id))}
      caption="Who has fetched values of this secret, newest first"
      columns={COLUMNS}
      rowKey={({ request_id }) => request_id}
      empty="Nobody has fetched a value of it through Countersign."
    />
  );
}
