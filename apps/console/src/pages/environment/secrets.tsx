import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import type { Environment } from '../../api/queries/environments.js';
import { useMe } from '../../api/queries/me.js';
import { type Secret, secretsQuery } from '../../api/queries/secrets.js';
import { bindingRight, whyNotBind } from '../../places/binding-right.js';
import type { ProjectPlace } from '../../places/project-place.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { SecretName } from '../../ui/secret-name.js';
import { onDemand } from '../../ui/on-demand.js';

const BindSecrets = onDemand(() => import('./bind-secrets.js').then(({ BindSecrets: it }) => it));

/** The secrets that are bound to the environment, each with the way to a request for it. */
export function Secrets(props: { place: ProjectPlace; environment: Environment }): JSX.Element {
  const { place, environment } = props;
  const list = useInfiniteQuery(secretsQuery({ environment_id: environment.id }));
  const [binding, bind] = useState(false);
  const { right, reason } = bindingRight(useMe(), place);
  const columns: readonly Column<Secret>[] = [
    {
      head: 'Secret',
      cell: ({ ref, keys }) => (
        <SecretName secretRef={ref} keys={keys.length === 0 ? 'no keys known' : keys.join(', ')} />
      ),
    },
    {
      head: 'Status',
      cell: ({ status }) => (status === 'active' ? 'found' : <Badge tone="warn">Missing</Badge>),
    },
    {
      head: 'Ask',
      cell: (secret) => (
        <>
          <Link {...askFor(place.projectId, environment.id, secret, 'read')}>Read</Link>
          {' · '}
          <Link {...askFor(place.projectId, environment.id, secret, 'patch')}>Change</Link>
        </>
      ),
    },
  ];
  return (
    <Section title="Secrets">
      <div>
        <ActionButton reason={reason ?? whyNotBind(right, environment.kind)} onClick={() => bind(true)}>
          Bind secrets
        </ActionButton>
      </div>
      <PagedList
        list={list}
        caption="Secrets of the environment"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/secrets/$id', params: { id } })}
        empty="No secret that you may see is bound here."
      />
      {binding && (
        <BindSecrets projectId={place.projectId} environment={environment} onClose={() => bind(false)} />
      )}
    </Section>
  );
}

function askFor(project: string, environment: string, secret: Secret, kind: 'read' | 'patch') {
  const { ref, provider_connection_id: connection } = secret;
  return linkOptions({
    to: '/requests/new',
    search: { project, environment, ref, kind, connection: connection ?? undefined },
    'aria-label': `${kind === 'read' ? 'Request to read' : 'Request to change'} ${ref}`,
  });
}
