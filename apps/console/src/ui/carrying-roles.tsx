import { useQuery } from '@tanstack/react-query';
import { Fragment, type JSX } from 'react';
import type { Permission } from '../api/queries/me.js';
import { rolesQuery } from '../api/queries/roles.js';
import { rolesCarrying } from './roles-carrying.js';

/** Where one gets permissions that one lacks: the roles that carry one of them, as a sentence. */
export function CarryingRoles({ anyOf }: { anyOf: readonly Permission[] }): JSX.Element {
  const roles = useQuery(rolesQuery).data;
  if (roles === undefined) return <>An administrator can grant you a role that carries it.</>;
  const names = rolesCarrying(roles, anyOf);
  if (names.length === 0) return <>No role carries it yet: an administrator can make one.</>;
  return (
    <>
      {names.length === 1 ? 'This role carries it' : 'These roles carry it'}:{' '}
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </Fragment>
      ))}
      . An administrator can grant you {names.length === 1 ? 'it' : 'one'}.
    </>
  );
}
