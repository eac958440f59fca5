import type { JSX } from 'react';
import type { AccessRequest } from '../api/queries/requests.js';
import { EnvironmentBadge } from './badge.js';
import styles from './request-place.module.css';

/** Project and environment of a request that was asked for with its names. */
export function RequestPlace({ request: { names } }: { request: AccessRequest }): JSX.Element | null {
  if (names === undefined) return null;
  const { project, environment, environment_kind: kind, risk_level: risk } = names;
  return (
    <span className={styles.place}>
      <span className={styles.name} dir="auto">
        {project}
      </span>
      {environment !== null && kind !== null && (
        <EnvironmentBadge name={environment} kind={kind} risk={risk ?? undefined} />
      )}
    </span>
  );
}
