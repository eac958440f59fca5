import { createLazyRoute } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ThemeChoice } from '../../app/theme-choice.js';
import { useMe } from '../../api/queries/me.js';
import { singleKeys, switchSingleKeys } from '../../keys/single-keys.js';
import { CheckField } from '../../ui/check-field.js';
import { Page, Section } from '../../ui/page.js';
import { useObservable } from '../../ui/use-observable.js';
import { Factors } from './factors.js';
import { Grants } from './grants.js';
import { Password } from './password.js';
import { Sessions } from './sessions.js';

export const route = createLazyRoute('/shell/me')({ component: ProfilePage });

function ProfilePage(): JSX.Element {
  const me = useMe();
  return (
    <Page title="Your account" width="narrow">
      <p>
        {me.display_name !== null && `${me.display_name}, `}
        {me.email}. {me.kind === 'oidc' ? 'You sign in through your organisation.' : 'A local account.'}
      </p>
      <Factors />
      <Sessions />
      {me.kind === 'local' && <Password email={me.email} />}
      <Grants />
      <Section title="Appearance">
        <ThemeChoice />
      </Section>
      <Keyboard />
    </Page>
  );
}

/** Whether keys pressed alone do something, in this browser. */
function Keyboard(): JSX.Element {
  return (
    <Section title="Keyboard">
      <CheckField
        name="single_keys"
        label="Shortcuts of a single key"
        hint="The key ? lists them. Ctrl K and ⌘ K always work."
        checked={useObservable(singleKeys)}
        onChange={({ target: { checked } }) => switchSingleKeys(checked)}
      />
    </Section>
  );
}
