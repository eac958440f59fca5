import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import type { JSX } from 'react';
import { metaQuery } from '../../api/queries/meta.js';
import { settingsQuery } from '../../api/queries/settings.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { Page, Section } from '../../ui/page.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { SettingsForm } from './settings-form.js';
import { numberText } from '../../ui/number-text.js';

export const route = createLazyRoute('/shell/settings')({ component: SettingsPage });

function SettingsPage(): JSX.Element {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title="Settings" width="narrow">
      {data === undefined ? (
        error ? (
          <Problem error={error} again={() => void refetch()} />
        ) : (
          <Skeleton />
        )
      ) : (
        <SettingsForm read={data} />
      )}
      <RunsWith />
    </Page>
  );
}

/** What the service was started with; nothing of it can be changed here. */
function RunsWith(): JSX.Element {
  // Who looked before signing in was not told the version.
  const { data: meta, error, refetch } = useQuery({ ...metaQuery, refetchOnMount: 'always' });
  if (meta === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const { sign_in: signIn, limits } = meta;
  const ways = [signIn.password ? 'password' : null, signIn.oidc?.label ?? null].filter(Boolean);
  return (
    <Section title="What the service runs with">
      <Facts
        facts={[
          ['Service', meta.name],
          ['Version', meta.version ?? 'not told'],
          ['Interface', `version ${meta.api_version}`],
          ['Security profile', meta.security_profile],
          ['Sign-in', ways.length === 0 ? 'none is set up' : ways.join(', ')],
          ['Second factor when signing in', meta.mfa_at_login ? 'required' : 'only before what needs it'],
          ['Passkeys', onOff(meta.webauthn)],
          ['Audit log', meta.audit_signed ? 'signed' : 'not signed: its owner could change it unseen'],
          ['GitOps', onOff(meta.gitops)],
          ['Agents without an enrollment token', meta.direct_mint ? 'can be minted' : 'can’t be minted'],
          ['Keys of one request', `${limits.keys_read} to read, ${limits.keys_patch} to change`],
          ['Longest value', `${numberText(limits.value_bytes)} bytes`],
          ...(meta.console_digest === null
            ? []
            : [['Console', <CopyId key="" id={meta.console_digest} />] as const]),
        ]}
      />
    </Section>
  );
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off';
}
