import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { type Grant, grantsOfQuery } from '../../api/queries/grants.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import type { User } from '../../api/queries/people.js';
import { ActionButton } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { GrantOrigin } from '../../ui/grant-origin.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const TakeAwayDialog = onDemand(() =>
  import('../../ui/revoke-grant-dialog.js').then(({ RevokeGrantDialog: it }) => it),
);

/** The roles that a person holds, and where. */
export function Grants({ user }: { user: User }): JSX.Element {
  const me = useMe();
  const { data: grants, error, refetch } = useQuery(grantsOfQuery(user.id));
  const nameOf = useNames(grants?.map(({ granted_by }) => granted_by) ?? []);
  const [leaving, takeAway] = useState<Grant | null>(null);
  const columns: readonly Column<Grant>[] = [
    {
      head: 'Role',
      cell: ({ role_id: id, role_name: name }) => (
        <Link to="/roles/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { head: 'Where', cell: ({ scope }) => <GrantPlace scope={scope} /> },
    { head: 'Granted by', cell: (grant) => <GrantOrigin grant={grant} name={nameOf(grant.granted_by)} /> },
    { head: 'Since', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
    {
      head: '',
      end: true,
      cell: (grant) => (
        <ActionButton
          look="quiet"
          aria-label={`Revoke ${grant.role_name}`}
          reason={missingPermission(me, 'user_role.edit')}
          onClick={() => takeAway(grant)}
        >
          Revoke
        </ActionButton>
      ),
    },
  ];
  return (
    <Section title="Grants">
      {grants === undefined &&
        (error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={3} />)}
      {grants?.length === 0 && <Empty>They hold no role, so they may do nothing here.</Empty>}
      {grants !== undefined && grants.length > 0 && (
        <DataTable caption="Grants" columns={columns} rows={grants} rowKey={({ id }) => id} />
      )}
      <div className={styles.buttons}>
        <ButtonLink to="/grants" search={{ user_id: user.id, new: 'yes' }}>
          Grant a role
        </ButtonLink>
      </div>
      {leaving !== null && (
        <TakeAwayDialog
          grant={leaving}
          person={user.display_name ?? user.email}
          onClose={() => takeAway(null)}
        />
      )}
    </Section>
  );
}
