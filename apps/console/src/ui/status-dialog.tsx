import type { JSX, ReactNode } from 'react';
import type { Versioned } from '../api/client.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { queryClient } from '../api/query-client.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { toast } from './toasts.js';
import { useVersionedEdit } from './use-versioned-edit.js';

type Status = 'active' | 'archived';

export interface StatusDialogProps<Row> {
  readonly kind: 'project' | 'team';
  readonly read: Versioned<Row>;
  /** Reads the row anew. */
  readonly again: () => Promise<Versioned<Row>>;
  readonly setStatus: (read: Versioned<Row>, status: Status, prompt: StepUpPrompt) => Promise<Row>;
  readonly onClose: () => void;
  /** What archiving, or restoring, changes. */
  readonly children: ReactNode;
}

/** Asks before a project or a team is archived, or restored. */
export function StatusDialog<Row extends { readonly name: string; readonly status: Status }>({
  kind,
  read,
  again,
  setStatus,
  onClose,
  children,
}: StatusDialogProps<Row>): JSX.Element {
  const { name, status } = read.row;
  const held = useVersionedEdit(read, again);
  const archive = status === 'active';
  const verb = archive ? 'Archive' : 'Restore';
  return (
    <ConfirmDialog
      title={`${verb} ${name}`}
      verb={verb}
      typed={archive ? name : undefined}
      onClose={onClose}
      onConfirm={async () => {
        const prompt = { verb, about: `the ${kind} ${name}` };
        await held.send((seen) => setStatus(seen, archive ? 'archived' : 'active', prompt));
        onClose();
        toast(archive ? 'Archived.' : 'Restored.');
        await queryClient.invalidateQueries({ queryKey: [`${kind}s`] });
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
