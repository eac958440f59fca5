import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { rulesQuery } from '../../api/queries/policies.js';
import { type Settings, settingsQuery, updateSettings } from '../../api/queries/settings.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { CheckField } from '../../ui/check-field.js';
import { FormButtons, SelectField, TextField } from '../../ui/form.js';
import { GuardedForm } from '../../ui/guarded-form.js';
import { Section } from '../../ui/page.js';
import { toast } from '../../ui/toasts.js';
import { rulesMovedByCap } from './moved-rules.js';
import { MovedRulesList } from './moved-rules-list.js';
import styles from './page.module.css';

const DIRECTORIES = { people: 'by name', groups: 'by role and place alone' } as const;

/** The settings that can be changed, with the rules that a new cap moves before it is saved. */
export function SettingsForm({ read: newest }: { read: Versioned<Settings> }): JSX.Element {
  const me = useMe();
  const lacking = missingGlobalPermission(me, 'policy.edit');
  // The version that the person looks at, and what they made of it.
  const [read, setRead] = useState(newest);
  const [cap, typeCap] = useState(String(read.row.policy_priority_cap));
  const [directory, choose] = useState(read.row.approver_directory);
  const [device, switchDevice] = useState(read.row.cli_device_sign_in);
  const rules = useQuery(rulesQuery).data ?? [];
  const { policy_priority_cap: before, approver_directory: shown, cli_device_sign_in: byCode } = read.row;
  const changed = cap !== String(before) || directory !== shown || device !== byCode;
  const show = (version: Versioned<Settings>): void => {
    setRead(version);
    typeCap(String(version.row.policy_priority_cap));
    choose(version.row.approver_directory);
    switchDevice(version.row.cli_device_sign_in);
  };
  if (!changed && newest.row.updated_at > read.row.updated_at) show(newest);
  const save = async (): Promise<void> => {
    const body = {
      policy_priority_cap: Number(cap),
      approver_directory: directory,
      cli_device_sign_in: device,
    };
    try {
      const about = `priority cap ${cap}, approvers by ${directory === 'people' ? 'name' : 'role and place'}, sign-in by typed code ${device ? 'on' : 'off'}`;
      show(await updateSettings(body, read, { verb: 'Save settings', about }));
      toast('Saved.');
    } catch (error) {
      const now = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
      setRead(now);
      // What was not changed here follows.
      if (cap === String(before)) typeCap(String(now.row.policy_priority_cap));
      if (directory === shown) choose(now.row.approver_directory);
      if (device === byCode) switchDevice(now.row.cli_device_sign_in);
      throw error;
    }
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
  };
  return (
    <Section title="Rules and approvers">
      <GuardedForm onSubmit={save} className={styles.form}>
        {({ busy }) => (
          <>
            <TextField
              name="policy_priority_cap"
              label="Priority cap"
              hint={`Rules of the platform from this priority on come before every rule of a team or project. ${standing(cap !== String(before), String(before))}`}
              type="number"
              min={1}
              max={1_000_000}
              value={cap}
              onChange={({ target: { value } }) => typeCap(value)}
              required
            />
            <MovedRulesList moved={rulesMovedByCap(rules, before, Number(cap))} />
            <SelectField
              name="approver_directory"
              label="How approvers are shown to those who see a request"
              hint={standing(directory !== shown, DIRECTORIES[shown])}
              value={directory}
              onChange={({ target: { value } }) => choose(value as typeof directory)}
            >
              <option value="people">{DIRECTORIES.people}</option>
              <option value="groups">{DIRECTORIES.groups}</option>
            </SelectField>
            <CheckField
              name="cli_device_sign_in"
              label="Command lines may be signed in by a typed code"
              hint={`For machines without a browser. A code can be phished: whoever gets a person to type theirs acts as them. ${standing(device !== byCode, byCode ? 'on' : 'off')}`}
              checked={device}
              onChange={({ target: { checked } }) => switchDevice(checked)}
            />
            <FormButtons>
              <ActionButton
                look="main"
                type="submit"
                busy={busy}
                reason={lacking ?? (changed ? null : 'Nothing is changed.')}
              >
                Save
              </ActionButton>
            </FormButtons>
          </>
        )}
      </GuardedForm>
    </Section>
  );
}

/** What the service has, where something else was chosen. */
function standing(differs: boolean, value: string): string {
  return differs ? `It is ${value} now.` : '';
}
