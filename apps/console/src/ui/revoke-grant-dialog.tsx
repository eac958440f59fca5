import type { JSX } from 'react';
import { type Grant, originOf, revokeGrant } from '../api/queries/grants.js';
import { queryClient } from '../api/query-client.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { GrantPlace } from './grant-place.js';
import { toast } from './toasts.js';

export interface RevokeGrantDialogProps {
  readonly grant: Grant;
  /** What the person is called. */
  readonly person: string;
  readonly onClose: () => void;
}

/** Asks before a grant is taken away. */
export function RevokeGrantDialog({ grant, person, onClose }: RevokeGrantDialogProps): JSX.Element {
  const what = (
    <>
      {grant.role_name} <GrantPlace scope={grant.scope} />
    </>
  );
  return (
    <ConfirmDialog
      title={`Revoke ${grant.role_name} from ${person}`}
      verb="Revoke"
      onClose={onClose}
      onConfirm={async () => {
        const about = (
          <>
            {what} from {person}
          </>
        );
        await revokeGrant(grant.id, { verb: 'Revoke', about });
        onClose();
        toast('Revoked.');
        await queryClient.invalidateQueries({ queryKey: ['grants'] });
      }}
    >
      {person} loses the role {what} with their next call.
      {originOf(grant) === 'oidc' &&
        ' It comes from the identity provider, so it is granted again at their next sign-in: change their groups there.'}
    </ConfirmDialog>
  );
}
