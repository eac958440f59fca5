import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { scopeAt, scopesOf } from '../../places/grant-scope.js';
import { grantRole } from '../../api/queries/grants.js';
import type { Person } from '../../api/queries/people.js';
import { rolesQuery } from '../../api/queries/roles.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form } from '../../ui/form.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { NamedSelect } from '../../ui/named-select.js';
import { PersonField } from '../../ui/person-field.js';
import { ScopeField } from '../../ui/scope-field.js';
import { toast } from '../../ui/toasts.js';
import { GrantCoverage } from './grant-coverage.js';

export interface GrantDialogProps {
  /** What the list is narrowed to is chosen already. */
  readonly person: Person | null;
  readonly roleId: string | undefined;
  readonly at: string | undefined;
  readonly onClose: () => void;
}

/** At which field a refusal is shown. */
const FIELDS = {
  ...{ user_not_found: 'user_id', assignment_exists: 'role_id', role_not_found: 'role_id' },
  ...{ scope_required: 'scope', scope_invalid: 'scope', project_not_found: 'scope', team_not_found: 'scope' },
} as const;

/** Grants a role to a person, at a place, and says before what that covers. */
export function GrantDialog(props: GrantDialogProps): JSX.Element {
  const { onClose } = props;
  const roles = useQuery(rolesQuery).data ?? [];
  const [person, choosePerson] = useState(props.person);
  const [roleId, chooseRole] = useState(props.roleId ?? '');
  const [place, choosePlace] = useState(props.at ?? 'everywhere');
  const role = roles.find(({ id }) => id === roleId);
  const kinds = scopesOf(role?.name ?? '');
  const kind = kinds.find((each) => place.startsWith(each)) ?? kinds[0]!;
  const at = place.startsWith(kind) ? place : kind;
  const scope = scopeAt(at);
  const send = async (_: FormData, idempotencyKey: string): Promise<void> => {
    if (person === null || role === undefined || scope === undefined) return;
    const who = person.display_name ?? person.email;
    const about = (
      <>
        {who} becomes {role.name} <GrantPlace scope={scope} />
      </>
    );
    const body = { user_id: person.id, role_id: role.id, scope };
    await grantRole(body, { verb: 'Grant', about }, idempotencyKey);
    toast(`${who} holds ${role.name} now.`);
    await queryClient.invalidateQueries({ queryKey: ['grants'] });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Grant a role">
      <Form onSubmit={send} fieldOfCode={FIELDS}>
        {({ busy }) => (
          <>
            <PersonField name="user_id" label="Person" person={person} onChoose={choosePerson} />
            <NamedSelect
              name="role_id"
              label="Role"
              value={roleId}
              onChange={({ target: { value } }) => chooseRole(value)}
              required
              rows={roles}
            />
            <ScopeField kinds={kinds} kind={kind} place={at} onChoose={choosePlace} />
            {role !== undefined && scope !== undefined && <GrantCoverage role={role} scope={scope} />}
            <DialogButtons onClose={onClose} busy={busy} reason={missing()}>
              Grant
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );

  function missing(): string | null {
    if (person === null) return 'Choose a person.';
    if (role === undefined) return 'Choose a role.';
    return scope === undefined ? `Choose the ${kind}.` : null;
  }
}
