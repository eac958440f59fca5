import type { JSX } from 'react';
import type { Versioned } from '../../api/client.js';
import { type Project, projectQuery, setProjectStatus } from '../../api/queries/projects.js';
import { queryClient } from '../../api/query-client.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { toast } from '../../ui/toasts.js';
import { useHeldVersion } from '../../ui/use-held-version.js';

/** Asks before a project is archived, and says what stops; or takes it back. */
export function SetStatus(props: { read: Versioned<Project>; onClose: () => void }): JSX.Element {
  const { onClose } = props;
  const { id, name, status } = props.read.row;
  const held = useHeldVersion(props.read, () =>
    queryClient.fetchQuery({ ...projectQuery(id), staleTime: 0 }),
  );
  const archive = status === 'active';
  const verb = archive ? 'Archive' : 'Restore';
  return (
    <ConfirmDialog
      title={`${verb} ${name}`}
      verb={verb}
      typed={archive ? name : undefined}
      onClose={onClose}
      onConfirm={async () => {
        const deed = { verb, about: `the project ${name}` };
        await held.send((read) => setProjectStatus(read, archive ? 'archived' : 'active', deed));
        onClose();
        toast(archive ? 'Archived.' : 'Restored.');
        await queryClient.invalidateQueries({ queryKey: ['projects'] });
      }}
    >
      {archive ? (
        <>
          <p>
            What stops: new requests, direct reveals, hand-overs and new environments in all its environments.
          </p>
          <p>
            What goes on: open requests can still be decided, executed and retrieved. Grants, rules and
            bindings stay, for when it is restored.
          </p>
        </>
      ) : (
        <p>Requests can be made in it again, by the grants, rules and bindings that it has kept.</p>
      )}
    </ConfirmDialog>
  );
}
