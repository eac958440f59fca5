import type { JSX } from 'react';
import { createEndpoint } from '../../api/queries/gitops.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextField, textIn } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';

/** Adds an Argo CD server at which agents look. */
export function EndpointDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const send = async (data: FormData, key: string): Promise<void> => {
    const [name, cluster_name] = [textIn(data, 'name'), textIn(data, 'cluster_name')];
    const body = { name, cluster_name, base_url: textIn(data, 'base_url') };
    await createEndpoint(body, { verb: 'Add', about: `the Argo CD endpoint ${name}` }, key);
    toast('Added.');
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['gitops', 'endpoints'] });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Add an Argo CD endpoint"
      description="An agent of that cluster reads its applications from the Kubernetes API. Neither the service nor the agent signs in to Argo CD, so there is no token to give."
    >
      <Form onSubmit={send}>
        {({ busy }) => (
          <>
            <TextField name="name" label="Name" required maxLength={200} autoComplete="off" />
            <TextField
              name="cluster_name"
              label="Cluster"
              hint="As its agents and connections name it."
              required
              maxLength={200}
              autoComplete="off"
            />
            <TextField
              name="base_url"
              label="Address"
              hint="For people and for telling two apart: nobody is called there."
              placeholder="https://argocd.example"
              type="url"
              required
              autoComplete="off"
            />
            <DialogButtons onClose={onClose} busy={busy}>
              Add
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
