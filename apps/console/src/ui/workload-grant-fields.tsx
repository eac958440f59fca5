import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import type { Scope } from '#libs/permissions';
import { rolesQuery } from '../api/queries/roles.js';
import { scopeAt, scopesOf } from '../places/grant-scope.js';
import { NamedSelect } from './named-select.js';
import { ScopeField } from './scope-field.js';

/** A role and where it counts; null and undefined while they are not chosen. */
export interface WorkloadGrant {
  readonly roleId: string | null;
  readonly scope: Scope | undefined;
  readonly fields: JSX.Element;
}

/** At which field a refusal of the role is shown. */
export const GRANT_FIELDS = {
  ...{ role_not_found: 'role_id', workload_role_cannot_request: 'role_id' },
  ...{ scope_required: 'scope', scope_invalid: 'scope', project_not_found: 'scope', team_not_found: 'scope' },
} as const;

/** Returns the fields that choose what a workload may ask for, and what is chosen. */
export function useWorkloadGrant(first: { roleId: string | null; place: string }): WorkloadGrant {
  const roles = useQuery(rolesQuery).data?.filter(({ permissions }) =>
    permissions.includes('secret.request'),
  );
  const [roleId, chooseRole] = useState(first.roleId ?? '');
  const [place, choosePlace] = useState(first.place);
  const kinds = scopesOf(roles?.find(({ id }) => id === roleId)?.name ?? '');
  const kind = kinds.find((each) => place.startsWith(each)) ?? kinds[0]!;
  const at = place.startsWith(kind) ? place : kind;
  const fields = (
    <>
      <NamedSelect
        name="role_id"
        label="Role"
        hint="A workload gets only secret.request of it."
        value={roleId}
        onChange={({ target: { value } }) => chooseRole(value)}
        required
        rows={roles ?? []}
      />
      <ScopeField kinds={kinds} kind={kind} place={at} onChoose={choosePlace} />
    </>
  );
  return { roleId: roleId || null, scope: scopeAt(at), fields };
}
