import { type JSX, useState } from 'react';
import { bindSecrets } from '../../api/queries/bindings.js';
import type { Environment } from '../../api/queries/environments.js';
import type { Secret } from '../../api/queries/secrets.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextField } from '../../ui/form.js';
import { numberText } from '../../ui/number-text.js';
import { shortRef } from '../../ui/short-ref.js';
import { toast } from '../../ui/toasts.js';
import { SecretChoices } from './secret-choices.js';

export interface BindSecretsProps {
  readonly projectId: string;
  readonly environment: Environment;
  readonly onClose: () => void;
}

/** Says of discovered secrets that they belong to an environment. */
export function BindSecrets({ projectId, environment, onClose }: BindSecretsProps): JSX.Element {
  const { id, name, kind } = environment;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Secret[]>([]);
  const send = async (): Promise<void> => {
    const body = { environment_id: id, secret_ids: chosen.map((each) => each.id) };
    const about = `${chosen.map(({ ref }) => shortRef(ref)).join(', ')} to ${name}`;
    const bound = await bindSecrets(projectId, body, { verb: 'Bind', about });
    onClose();
    toast(bound === 1 ? '1 secret is bound.' : `${numberText(bound)} secrets are bound.`);
    await queryClient.invalidateQueries({ queryKey: ['secrets'] });
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Bind secrets to ${name}`}
      description={
        kind === 'prod'
          ? 'A secret that is bound to prod counts as prod wherever it is requested.'
          : 'Discovered secrets that you may see.'
      }
    >
      <Form onSubmit={send} fieldOfCode={{ secret_not_found: 'secret_ids' }}>
        {({ busy }) => (
          <>
            <TextField
              name="secret_ids"
              label="Find a secret"
              hint="Three letters of its reference find it."
              value={typed}
              onChange={({ target: { value } }) => setTyped(value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <SecretChoices typed={typed} environmentId={id} chosen={chosen} onChange={setChosen} />
            <DialogButtons
              onClose={onClose}
              busy={busy}
              reason={chosen.length === 0 ? 'Choose at least one secret.' : null}
            >
              Bind
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
