import { type JSX, useState } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { setDisabled, unlock, type User } from '../../api/queries/people.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { Section } from '../../ui/page.js';
import { PersonState } from '../../ui/person-state.js';
import { Ago, Countdown } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const RenameDialog = onDemand(() => import('./rename-dialog.js').then(({ RenameDialog: it }) => it));

/** Who the person is, with what can be changed of their account. */
export function Account({ user }: { user: User }): JSX.Element {
  const me = useMe();
  const [asked, ask] = useState<'rename' | 'unlock' | 'enable' | null>(null);
  const lacking = missingGlobalPermission(me, 'user_role.edit');
  const { id, email, locked_until: lockedUntil } = user;
  const done = async (words: string): Promise<void> => {
    ask(null);
    toast(words);
    await queryClient.invalidateQueries({ queryKey: ['people'] });
  };
  const noLock =
    user.kind === 'local' ? 'The account is not locked.' : 'There is no password here that could be locked.';
  return (
    <Section title="Account">
      <Facts
        facts={[
          ['E-mail address', email],
          ['State', <PersonState key="" {...user} />],
          ...(lockedUntil === null
            ? []
            : [['Locked', <Countdown key="" to={lockedUntil} over="no longer" />] as const]),
          ['Signs in', user.kind === 'local' ? 'with a password' : 'at the identity provider'],
          ['Since', <Ago key="" at={user.created_at} />],
          ['Person', <CopyId key="" id={id} />],
        ]}
      />
      <div className={styles.buttons}>
        <ActionButton reason={lacking} onClick={() => ask('rename')}>
          Rename
        </ActionButton>
        <ActionButton
          reason={lacking ?? (lockedUntil === null ? noLock : null)}
          onClick={() => ask('unlock')}
        >
          Unlock
        </ActionButton>
        {user.disabled && (
          <ActionButton reason={lacking} onClick={() => ask('enable')}>
            Enable
          </ActionButton>
        )}
      </div>
      {asked === 'rename' && (
        <RenameDialog user={user} onClose={() => ask(null)} onRenamed={() => done('Renamed.')} />
      )}
      {asked === 'unlock' && (
        <ConfirmDialog
          title={`Unlock ${email}`}
          verb="Unlock"
          onClose={() => ask(null)}
          onConfirm={async () => {
            await unlock(id, { verb: 'Unlock', about: email });
            await done('Unlocked.');
          }}
        >
          Five wrong passwords locked the account. They can try again at once. A lock after wrong codes of a
          second factor stays: it ends by itself.
        </ConfirmDialog>
      )}
      {asked === 'enable' && (
        <ConfirmDialog
          title={`Enable ${email}`}
          verb="Enable"
          onClose={() => ask(null)}
          onConfirm={async () => {
            await setDisabled(id, false, { verb: 'Enable', about: email });
            await done('Enabled.');
          }}
        >
          They can sign in again, with the grants and second factors that are left.
        </ConfirmDialog>
      )}
    </Section>
  );
}
