import { useQuery } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { environmentDependentsQuery } from '../../api/queries/environment-dependents.js';
import { deleteEnvironment, type Environment } from '../../api/queries/environments.js';
import { queryClient } from '../../api/query-client.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import { numberText } from '../../ui/number-text.js';

export interface DeleteEnvironmentProps {
  readonly environment: Environment;
  readonly projectName: string;
  readonly onClose: () => void;
}

/** Asks before an environment is deleted, with all that goes with it. */
export function DeleteEnvironment({
  environment,
  projectName,
  onClose,
}: DeleteEnvironmentProps): JSX.Element {
  const { id, name } = environment;
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      verb="Delete"
      typed={name}
      onClose={onClose}
      onConfirm={async () => {
        await deleteEnvironment(id, { verb: 'Delete', about: `the environment ${name} of ${projectName}` });
        onClose();
        toast('Deleted.');
        const keys = ['environments', 'projects', 'bindings', 'rules', 'secrets', 'requests'];
        await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      }}
    >
      <Consequences environment={environment} />
    </ConfirmDialog>
  );
}

function Consequences({ environment }: { environment: Environment }): ReactNode {
  const { data, error, refetch } = useQuery(environmentDependentsQuery(environment));
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={3} />;
  const { bindings, secrets, rules, requests } = data;
  return (
    <>
      <p>It goes for good, and with it:</p>
      <ul>
        <li>{countText(bindings, 'binding of a connection', 'bindings of connections')}</li>
        <li>{countText(secrets, 'binding of a secret', 'bindings of secrets')}</li>
        <li>{countText(rules, 'rule that names it', 'rules that name it')}</li>
        <li>
          {countText(requests, 'open request, which is cancelled', 'open requests, which are cancelled')}
        </li>
      </ul>
      <p>
        Counted is what you may see. Mappings of GitOps applications to it are deleted, too. An approved
        cross-team request is still executed.
      </p>
    </>
  );
}

function countText(rows: readonly unknown[], one: string, several: string): string {
  if (rows.length === 1) return `1 ${one}`;
  return `${rows.length === 0 ? 'no' : numberText(rows.length)} ${several}`;
}
