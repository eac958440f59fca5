import { Fragment, type JSX } from 'react';
import { useMe } from '../../api/queries/me.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { Section } from '../../ui/page.js';
import { Empty } from '../../ui/states.js';
import styles from './page.module.css';

/** Which roles the person holds, where, and what they allow. */
export function Grants(): JSX.Element {
  const { roles, permissions } = useMe();
  return (
    <Section title="Roles">
      {roles.length === 0 ? (
        <Empty>You hold no roles. Whoever administers access here can grant them.</Empty>
      ) : (
        <ul className={styles.grants}>
          {roles.map(({ role_id, role_name, scope }) => (
            <li key={`${role_id} ${scope.project_id} ${scope.team_id}`}>
              <strong>{role_name}</strong> <GrantPlace scope={scope} />
            </li>
          ))}
        </ul>
      )}
      {permissions.length > 0 && (
        <p className={styles.hint}>
          They allow:{' '}
          {[...new Set(permissions.map(({ permission }) => permission))].map((permission, index) => (
            <Fragment key={permission}>
              {index > 0 && ', '}
              <code>{permission}</code>
            </Fragment>
          ))}
        </p>
      )}
    </Section>
  );
}
