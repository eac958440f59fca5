import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import type { AuditFilter } from '../../api/queries/audit-filter.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { LogBanner } from '../../ui/log-banner.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { AllEvents, CriticalEvents } from './events.js';
import { Filters } from './filters.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/audit')({ component: AuditPage });

const KeyDialog = onDemand(() => import('../../ui/log-key-dialog.js').then(({ LogKeyDialog: it }) => it));

function AuditPage(): JSX.Element {
  return (
    <RequirePermission title="Audit log" anyOf={['audit.read']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [follow, setFollow] = useState(false);
  const [raw, setRaw] = useState(false);
  const [pinning, setPinning] = useState(false);
  const choose = (changed: Partial<AuditFilter>): void =>
    void navigate({ to: '/audit', search: { ...filter, ...changed }, replace: true });
  const Events = filter.view === undefined ? AllEvents : CriticalEvents;
  return (
    <Page
      title="Audit log"
      actions={
        <>
          <ButtonLink to="/audit/log">The log as a whole</ButtonLink>
          <Button onClick={() => setPinning(true)}>Key of the log</Button>
        </>
      }
    >
      <LogBanner />
      <Views filter={filter} />
      <Filters filter={filter} onChange={choose} />
      <div className={styles.views}>
        <label>
          <input type="checkbox" checked={follow} onChange={({ target }) => setFollow(target.checked)} />
          Follow
        </label>
        <label>
          <input type="checkbox" checked={raw} onChange={({ target }) => setRaw(target.checked)} />
          Raw names
        </label>
      </div>
      <Events
        key={JSON.stringify(filter)}
        {...{ filter, follow, raw }}
        onClear={() => void navigate({ to: '/audit', search: { view: filter.view } })}
      />
      {pinning && <KeyDialog onClose={() => setPinning(false)} />}
    </Page>
  );
}

/** Everything, or what requires attention; whoever chose a time keeps it. */
function Views({ filter }: { filter: AuditFilter }): JSX.Element {
  const critical: AuditFilter = { ...filter, action: undefined, view: 'needs-eyes' };
  return (
    <Tabs
      label="Which events"
      tabs={[
        {
          label: 'All events',
          link: linkOptions({ to: '/audit', search: { ...filter, view: undefined } }),
        },
        { label: 'Needs eyes', link: linkOptions({ to: '/audit', search: critical }) },
      ]}
    />
  );
}
