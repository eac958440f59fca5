import type { JSX } from 'react';
import type { Versioned } from '../../api/client.js';
import { type Project, projectQuery, setProjectStatus } from '../../api/queries/projects.js';
import { queryClient } from '../../api/query-client.js';
import { StatusDialog } from '../../ui/status-dialog.js';

/** Asks before a project is archived, and says what stops; or takes it back. */
export function SetStatus(props: { read: Versioned<Project>; onClose: () => void }): JSX.Element {
  const { id, status } = props.read.row;
  return (
    <StatusDialog
      {...props}
      kind="project"
      again={() => queryClient.fetchQuery({ ...projectQuery(id), staleTime: 0 })}
      setStatus={setProjectStatus}
    >
      {status === 'active' ? (
        <>
          <p>
            What stops: new requests, direct reveals, cross-team requests and new environments in all its
            environments.
          </p>
          <p>
            What goes on: open requests can still be decided, executed and retrieved. Grants, rules and
            bindings stay, for when it is restored.
          </p>
        </>
      ) : (
        <p>Requests can be made in it again, by the grants, rules and bindings that it has kept.</p>
      )}
    </StatusDialog>
  );
}
