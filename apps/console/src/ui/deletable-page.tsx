import { type ComponentProps, type JSX, type ReactNode, Suspense, useState } from 'react';
import { ActionButton } from './button.js';
import { ConfirmDialog } from './lazy-confirm-dialog.js';
import { Page } from './page.js';
import { discardInput, type Leave } from './use-unsaved-changes.js';

export interface DeletablePageProps extends Pick<ComponentProps<typeof Page>, 'width'> {
  readonly name: string;
  /** Why it can't be deleted. */
  readonly reason?: string | null;
  /** What deleting it changes. */
  readonly consequence: ReactNode;
  /** Deletes it. @returns what leaves the page then */
  readonly onDelete: () => Promise<Leave>;
  readonly children: ReactNode;
}

/** The page of a named row, with a button that deletes it once that is confirmed. */
export function DeletablePage(props: DeletablePageProps): JSX.Element {
  const { name, reason = null, consequence, width, onDelete, children } = props;
  const [deleting, setDeleting] = useState(false);
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      width={width}
      actions={
        <ActionButton look="bad" reason={reason} onClick={() => setDeleting(true)}>
          Delete
        </ActionButton>
      }
    >
      {children}
      <Suspense>
        {deleting && (
          <ConfirmDialog
            title={`Delete ${name}`}
            verb="Delete"
            onClose={() => setDeleting(false)}
            onConfirm={async () => {
              const leave = await onDelete();
              discardInput();
              await leave();
            }}
          >
            {consequence}
          </ConfirmDialog>
        )}
      </Suspense>
    </Page>
  );
}
