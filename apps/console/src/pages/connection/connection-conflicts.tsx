import type { JSX } from 'react';
import type { Connection } from '../../api/queries/connections.js';
import { Facts } from '../../ui/facts.js';
import { differences } from './changes-in.js';

const SHOWN: Readonly<Partial<Record<keyof Connection, string>>> = {
  name: 'Name',
  scope: 'Where it is',
  cluster_name: 'Cluster',
  description: 'Description',
  status: 'Status',
  discover_enabled: 'Discovery by schedule',
  discover_interval_seconds: 'Seconds between discoveries',
  self_service_bindable: 'Teams bind it themselves',
};

/** What somebody else has changed since the form opened; nothing where that is nothing. */
export function ConnectionConflicts({
  opened,
  now,
}: {
  opened: Connection;
  now: Connection;
}): JSX.Element | null {
  const changed = differences(opened, now, Object.keys(SHOWN) as (keyof Connection)[]);
  if (changed.length === 0) return null;
  const facts = changed.map((name) => {
    const value = now[name as keyof Connection];
    return [
      `${SHOWN[name as keyof Connection]}, now`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ] as const;
  });
  return <Facts facts={facts} />;
}
