import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { createWorkload } from '../../api/queries/workloads.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextArea, TextField, textIn } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';
import { GRANT_FIELDS, useWorkloadGrant } from '../../ui/workload-grant-fields.js';
import { parseClaims } from './parse-claims.js';

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** Registers a workload. */
export function CreateWorkloadDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const navigate = useNavigate();
  const grant = useWorkloadGrant({ roleId: null, place: 'project' });
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    if (grant.roleId === null || grant.scope === undefined) return;
    const name = textIn(data, 'name');
    const body = {
      ...{ name, issuer: textIn(data, 'issuer'), audience: textIn(data, 'audience') },
      ...{ claims: parseClaims(textIn(data, 'claims')), role_id: grant.roleId, scope: grant.scope },
    };
    const { id } = await createWorkload(
      body,
      { verb: 'Register', about: `the workload ${name}` },
      idempotencyKey,
    );
    toast(`${name} can sign in now.`);
    void queryClient.invalidateQueries({ queryKey: ['workloads'] });
    await navigate({ to: '/workloads/$id', params: { id } });
  };
  return (
    <Dialog
      onClose={onClose}
      title="New workload"
      description="Who it is can’t be changed later. You will not be able to approve its requests."
    >
      <Form onSubmit={send} fieldOfCode={{ workload_name_exists: 'name', ...GRANT_FIELDS }}>
        {({ busy }) => (
          <>
            <TextField
              name="name"
              label="Name"
              hint="As the audit log will have it; it is never reused. Lower-case letters, digits and -."
              maxLength={63}
              {...PLAIN}
              required
            />
            <TextField
              name="issuer"
              label="Issuer"
              hint="Exactly as its tokens have it, as in https://token.actions.githubusercontent.com."
              maxLength={1024}
              {...PLAIN}
              required
            />
            <TextField
              name="audience"
              label="Audience"
              hint="What its tokens are for: the address of this service, say. No other service may accept the same."
              maxLength={512}
              {...PLAIN}
              required
            />
            <TextArea
              name="claims"
              label="Claims"
              hint="One on each line, sub among them: sub=repo:acme/shop:ref:refs/heads/main. A * at the end stands for the rest."
              rows={3}
              {...PLAIN}
              required
            />
            {grant.fields}
            <DialogButtons onClose={onClose} busy={busy} reason={missing()}>
              Register
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );

  function missing(): string | null {
    if (grant.roleId === null) return 'Choose a role.';
    return grant.scope === undefined ? 'Choose where it may submit requests.' : null;
  }
}
