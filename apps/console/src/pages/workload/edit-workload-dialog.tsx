import type { JSX } from 'react';
import type { Versioned } from '../../api/client.js';
import { replaceWorkload, type Workload } from '../../api/queries/workloads.js';
import { queryClient } from '../../api/query-client.js';
import { placeOf } from '../../places/grant-scope.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';
import { GRANT_FIELDS, useWorkloadGrant } from '../../ui/workload-grant-fields.js';

/** Changes what a workload may ask for. */
export function EditWorkloadDialog(props: { read: Versioned<Workload>; onClose: () => void }): JSX.Element {
  const { read, onClose } = props;
  const { name, disabled, role_id, scope } = read.row;
  const grant = useWorkloadGrant({ roleId: role_id, place: placeOf(scope) });
  const send = async (): Promise<void> => {
    if (grant.roleId === null || grant.scope === undefined) return;
    const body = { role_id: grant.roleId, scope: grant.scope, disabled };
    await replaceWorkload(read, body, { verb: 'Change', about: `what the workload ${name} may request` });
    toast('Changed.');
    await queryClient.invalidateQueries({ queryKey: ['workloads'] });
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={`What ${name} may request`}
      description="Its jobs are signed out, and have to sign in again."
    >
      <Form onSubmit={send} fieldOfCode={GRANT_FIELDS}>
        {({ busy }) => (
          <>
            {grant.fields}
            <DialogButtons
              onClose={onClose}
              busy={busy}
              reason={grant.roleId === null || grant.scope === undefined ? 'Choose role and place.' : null}
            >
              Change
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
