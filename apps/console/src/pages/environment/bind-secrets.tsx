import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { bindSecrets } from '../../api/queries/bindings.js';
import type { Environment } from '../../api/queries/environments.js';
import { useNames } from '../../api/queries/names.js';
import { MOST_FOUND, type Secret, secretSearchQuery } from '../../api/queries/secrets.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, FormButtons, TextField } from '../../ui/form.js';
import { numberText } from '../../ui/number-text.js';
import { shortRef } from '../../ui/short-ref.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import { TwoLines } from '../../ui/two-lines.js';
import { useDebounced } from '../../ui/use-debounced.js';
import styles from './page.module.css';

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
  const {
    data: found = [],
    error,
    isPending,
    refetch,
  } = useQuery(secretSearchQuery(useDebounced(typed.trim())));
  const rows = [
    ...chosen,
    ...found.filter(
      (each) => !chosen.some((other) => other.id === each.id) && !each.environment_ids.includes(id),
    ),
  ];
  const nameOf = useNames(rows.map(({ provider_connection_id: of }) => of && `provider_connection:${of}`));
  const toggle = (secret: Secret): void =>
    setChosen(chosen.includes(secret) ? chosen.filter((each) => each !== secret) : [...chosen, secret]);
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
            <fieldset className={styles.choices}>
              <legend>
                {chosen.length === 0 ? 'Secrets' : `Secrets, ${numberText(chosen.length)} chosen`}
              </legend>
              {isPending && <Skeleton lines={3} />}
              {error && <Problem error={error} again={() => void refetch()} />}
              {rows.length === 0 && !isPending && !error && <p>None found that is not bound here already.</p>}
              {rows.map((secret) => (
                <label key={secret.id}>
                  <input type="checkbox" checked={chosen.includes(secret)} onChange={() => toggle(secret)} />
                  <TwoLines
                    first={<code>{secret.ref}</code>}
                    second={
                      secret.provider_connection_id === null
                        ? secret.provider
                        : nameOf(`provider_connection:${secret.provider_connection_id}`)
                    }
                  />
                </label>
              ))}
              {found.length >= MOST_FOUND && (
                <p>The first {MOST_FOUND} are shown. More letters of the reference find others.</p>
              )}
            </fieldset>
            <FormButtons>
              <Button onClick={onClose}>Back</Button>
              <ActionButton
                type="submit"
                look="main"
                busy={busy}
                reason={chosen.length === 0 ? 'Choose at least one secret.' : null}
              >
                Bind
              </ActionButton>
            </FormButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
