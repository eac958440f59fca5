import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { type LogWitness, logWitnessQuery } from '../../api/queries/log-witness.js';
import { Button } from '../../ui/button.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { LogBanner } from '../../ui/log-banner.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page, Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { CliCommands } from './cli-commands.js';
import { Witness } from './witness.js';
import { numberText } from '../../ui/number-text.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/audit/log')({ component: AuditLogPage });

const KeyDialog = onDemand(() => import('../../ui/log-key-dialog.js').then(({ LogKeyDialog: it }) => it));
const TITLE = 'The log as a whole';

function AuditLogPage(): JSX.Element {
  return (
    <RequirePermission title={TITLE} anyOf={['audit.read']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const { data, error, refetch } = useQuery(logWitnessQuery);
  const [pinning, setPinning] = useState(false);
  return (
    <Page
      title={TITLE}
      width="narrow"
      actions={
        <>
          <Button onClick={() => setPinning(true)}>Key of the log</Button>
          <Link to="/audit">All events</Link>
        </>
      }
    >
      <LogBanner />
      {data !== undefined ? (
        <Found found={data} />
      ) : error === null ? (
        <Skeleton />
      ) : (
        <Problem error={error} again={() => void refetch()} />
      )}
      {pinning && <KeyDialog onClose={() => setPinning(false)} />}
    </Page>
  );
}

function Found({ found }: { found: LogWitness }): JSX.Element {
  const { latest, pinned, state } = found;
  if (latest === null)
    return (
      <>
        <Empty>This log is not signed. Whoever owns the database could change it unseen.</Empty>
        <Witness found={found} />
      </>
    );
  const key = pinned ? 'the key that you pinned' : 'a key that this service names: pin your own';
  return (
    <>
      <Section title="Newest checkpoint">
        <Facts
          facts={[
            ['Log', <code key="">{latest.origin}</code>],
            ['Events', numberText(latest.tree_size)],
            ['Signed', <Ago key="" at={latest.sealed_at} />],
            ['Signed with', state === 'other-key' ? 'another key' : key],
            ['Root', <CopyId key="" id={latest.root_hash} shown={latest.root_hash} />],
            ['Checkpoint', <CopyId key="" id={latest.checkpoint} shown="signed note" />],
          ]}
        />
      </Section>
      <Witness found={found} />
      <CliCommands />
    </>
  );
}
