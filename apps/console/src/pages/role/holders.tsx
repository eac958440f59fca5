import { useInfiniteQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { grantsQuery } from '../../api/queries/grants.js';
import { useNames } from '../../api/queries/names.js';
import { ButtonLink } from '../../ui/button-link.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { PersonName } from '../../ui/person-name.js';
import { Ago } from '../../ui/time.js';

/** Who holds a role, and where: what a change of it reaches. */
export function Holders({ roleId }: { roleId: string }): JSX.Element {
  const list = useInfiniteQuery(grantsQuery({ role_id: roleId }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(rows.map(({ user_id: id }) => `user:${id}`));
  return (
    <Section title="Who holds it">
      <PagedList
        list={list}
        caption="Who holds this role"
        columns={[
          {
            head: 'Person',
            cell: ({ user_id: id }) => <PersonName id={id} nameOf={nameOf} />,
          },
          { head: 'Where', cell: ({ scope }) => <GrantPlace scope={scope} /> },
          { head: 'Since', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
        ]}
        rowKey={({ id }) => id}
        rowLink={({ user_id: id }) => linkOptions({ to: '/people/$id', params: { id } })}
        empty="Nobody holds it."
      />
      <p>
        <ButtonLink to="/grants" search={{ role_id: roleId, new: 'yes' }}>
          Grant it
        </ButtonLink>
      </p>
    </Section>
  );
}
