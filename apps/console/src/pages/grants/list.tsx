import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { type Grant, grantsQuery } from '../../api/queries/grants.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { GrantOrigin } from '../../ui/grant-origin.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { PagedList } from '../../ui/paged-list.js';
import { PersonName } from '../../ui/person-name.js';
import { Ago } from '../../ui/time.js';
import { filterOf, type GrantsChoice } from './search.js';
import { onDemand } from '../../ui/on-demand.js';

const TakeAwayDialog = onDemand(() =>
  import('../../ui/revoke-grant-dialog.js').then(({ RevokeGrantDialog: it }) => it),
);
/** The grants that the filter leaves. */
export function List({ filter, onClear }: { filter: GrantsChoice; onClear: () => void }): JSX.Element {
  const list = useInfiniteQuery(grantsQuery(filterOf(filter)));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const me = useMe();
  const nameOf = useNames(rows.flatMap(({ user_id: id, granted_by }) => [`user:${id}`, granted_by]));
  const personOf = ({ user_id: id }: Grant): string => nameOf(`user:${id}`) ?? `…${id.slice(-6)}`;
  const [leaving, takeAway] = useState<Grant | null>(null);
  return (
    <>
      <PagedList
        list={list}
        caption="Grants, newest first"
        columns={columnsOf()}
        rowKey={({ id }) => id}
        empty="Nobody holds a role yet."
        onClear={Object.values(filter).some((value) => value !== undefined) ? onClear : undefined}
      />
      {leaving !== null && (
        <TakeAwayDialog grant={leaving} person={personOf(leaving)} onClose={() => takeAway(null)} />
      )}
    </>
  );

  function columnsOf(): readonly Column<Grant>[] {
    return [
      {
        head: 'Person',
        width: '18%',
        cell: (grant) => (
          <Link to="/people/$id" params={{ id: grant.user_id }}>
            <PersonName id={grant.user_id} nameOf={nameOf} />
          </Link>
        ),
      },
      {
        head: 'Role',
        width: '20%',
        long: true,
        cell: ({ role_id: id, role_name: name }) => (
          <Link to="/roles/$id" params={{ id }}>
            <bdi>{name}</bdi>
          </Link>
        ),
      },
      { head: 'Where', width: '26%', cell: ({ scope }) => <GrantPlace scope={scope} />, long: true },
      { head: 'Granted by', cell: (grant) => <GrantOrigin grant={grant} name={nameOf(grant.granted_by)} /> },
      { head: 'Since', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
      {
        head: '',
        end: true,
        cell: (grant) => (
          <ActionButton
            look="quiet"
            aria-label={`Revoke ${grant.role_name} from ${personOf(grant)}`}
            reason={missingPermission(me, 'user_role.edit')}
            onClick={() => takeAway(grant)}
          >
            Revoke
          </ActionButton>
        ),
      },
    ];
  }
}
