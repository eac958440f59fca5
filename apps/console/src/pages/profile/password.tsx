import { type JSX, useState } from 'react';
import { changePassword, ownSessionsQuery } from '../../api/queries/own-account.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { fieldText } from '../../ui/field-text.js';
import { Form, FormButtons, TextField } from '../../ui/form.js';
import { Section } from '../../ui/page.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';

/** Sets another password for a local account. */
export function Password({ email }: { email: string }): JSX.Element {
  const [times, setTimes] = useState(0);
  const send = async (data: FormData): Promise<void> => {
    await changePassword(fieldText(data, 'current'), fieldText(data, 'new'));
    setTimes(times + 1);
    toast('Your password is changed. You are signed out everywhere else.');
    await queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  };
  return (
    <Section title="Password">
      <div className={styles.password}>
        <Form key={times} onSubmit={send} fieldOfCode={{ password_incorrect: 'current' }}>
          {({ busy }) => (
            <>
              <input type="hidden" autoComplete="username" value={email} readOnly />
              <TextField
                name="current"
                label="Current password"
                type="password"
                autoComplete="current-password"
                required
              />
              <TextField
                name="new"
                label="New password"
                hint="At least 12 characters, at most 72 bytes. Every other session of yours ends."
                type="password"
                autoComplete="new-password"
                minLength={12}
                required
              />
              <FormButtons>
                <ActionButton type="submit" busy={busy}>
                  Change password
                </ActionButton>
              </FormButtons>
            </>
          )}
        </Form>
      </div>
    </Section>
  );
}
