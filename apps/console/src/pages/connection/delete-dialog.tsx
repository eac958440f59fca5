import { counted } from '../../ui/counted.js';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { ApiError, type Versioned } from '../../api/client.js';
import { type Connection, readConnection } from '../../api/queries/connections.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Form } from '../../ui/form.js';
import { useVersionedEdit } from '../../ui/use-versioned-edit.js';
import styles from './page.module.css';

interface DeleteDialogProps {
  readonly read: Versioned<Connection>;
  readonly onClose: () => void;
  readonly onDelete: (read: Versioned<Connection>) => Promise<void>;
}

interface InUse {
  readonly bindings_count: number;
  readonly open_requests_count: number;
}

/** Asks before a connection is deleted, and says what still uses it. */
export function DeleteDialog({ read, onClose, onDelete }: DeleteDialogProps): JSX.Element {
  const held = useVersionedEdit(read, () => readConnection(read.row.id));
  const [inUse, setInUse] = useState<InUse | null>(null);
  const { id, name } = read.row;
  const send = async (): Promise<void> => {
    setInUse(null);
    try {
      await held.send(onDelete);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'connection_in_use') throw error;
      setInUse(error.body as InUse);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Delete ${name}`}
      description="Its agents and enrollment tokens are revoked, its queued jobs fail, and what was discovered through it is forgotten. The store itself is not touched."
    >
      <Form onSubmit={send}>
        {({ busy }) => (
          <>
            {inUse !== null && (
              <>
                <FailureNotice>
                  {counted(inUse.bindings_count, 'binding')} and{' '}
                  {counted(inUse.open_requests_count, 'open request')} still use it.
                </FailureNotice>
                <p className={styles.links}>
                  {inUse.bindings_count > 0 && (
                    <Link
                      to="/connections/$id"
                      params={{ id }}
                      search={{ tab: 'bindings' }}
                      onClick={onClose}
                    >
                      Its bindings
                    </Link>
                  )}
                  {inUse.open_requests_count > 0 && (
                    <Link to="/requests" search={{ provider_connection_id: id }}>
                      Its requests
                    </Link>
                  )}
                </p>
              </>
            )}
            <DialogButtons onClose={onClose} look="bad" busy={busy}>
              Delete
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
