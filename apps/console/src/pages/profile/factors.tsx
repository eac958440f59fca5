import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { meQuery } from '../../api/queries/me.js';
import { type Factor, ownFactorsQuery, removeFactor } from '../../api/queries/own-account.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton, Button } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const AddFactorDialog = onDemand(() =>
  import('./add-factor-dialog.js').then(({ AddFactorDialog: it }) => it),
);
const KINDS = { totp: 'Authenticator app', webauthn: 'Passkey or security key' } as const;

/** The person's second factors: which there are, one more, one less. */
export function Factors(): JSX.Element {
  const { data: factors, error, refetch } = useQuery(ownFactorsQuery);
  const [adding, add] = useState<Factor['kind'] | null>(null);
  const [leaving, remove] = useState<Factor | null>(null);
  const done = (words: string): void => {
    add(null);
    remove(null);
    toast(words);
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <Section title="Second factors">
      <p className={styles.hint}>
        Approving, revealing and changing access ask for one. Have two, so that a lost phone does not lock you
        out.
      </p>
      {factors === undefined &&
        (error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={2} />)}
      {factors?.length === 0 && <Empty>You have no second factor yet.</Empty>}
      {factors !== undefined && factors.length > 0 && (
        <DataTable
          caption="Your second factors"
          columns={columnsOf(remove)}
          rows={factors}
          rowKey={({ id }) => id}
        />
      )}
      <div className={styles.buttons}>
        <ActionButton onClick={() => add('totp')}>Add an authenticator app</ActionButton>
        <ActionButton
          onClick={() => add('webauthn')}
          reason={typeof PublicKeyCredential === 'undefined' ? 'This browser has no passkeys here.' : null}
        >
          Add a passkey
        </ActionButton>
      </div>
      {adding !== null && (
        <AddFactorDialog kind={adding} onClose={() => add(null)} onAdded={() => done('Added.')} />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={`Remove “${leaving.label}”`}
          verb="Remove"
          onClose={() => remove(null)}
          onConfirm={async () => {
            await removeFactor(leaving.id, { verb: 'Remove', about: `second factor “${leaving.label}”` });
            done('Removed.');
          }}
        >
          It can no longer confirm that it is you.
          {factors?.length === 1 && ' It is your only one: you will be asked to set up another.'}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function columnsOf(remove: (factor: Factor) => void): readonly Column<Factor>[] {
  return [
    { head: 'Name', cell: ({ label }) => label },
    { head: 'Kind', cell: ({ kind }) => KINDS[kind] },
    { head: 'Added', cell: ({ created_at }) => <Ago at={created_at} /> },
    {
      head: 'Last used',
      cell: ({ last_used_at }) => (last_used_at === null ? 'never' : <Ago at={last_used_at} />),
    },
    {
      head: '',
      end: true,
      cell: (factor) => (
        <Button look="quiet" aria-label={`Remove ${factor.label}`} onClick={() => remove(factor)}>
          Remove
        </Button>
      ),
    },
  ];
}
