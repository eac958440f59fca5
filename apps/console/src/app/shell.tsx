import { Link, Outlet } from '@tanstack/react-router';
import { type JSX, lazy, Suspense } from 'react';
import { shown } from '../keys/shown.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icons.js';
import { ConnectionBanner } from './connection-banner.js';
import { PersonMenu } from './person-menu.js';
import { SessionClock } from './session-clock.js';
import styles from './shell.module.css';
import { useAreas } from './use-areas.js';
import { WaitingBadge } from './waiting-badge.js';
import { Wordmark } from './wordmark.js';

const Keys = lazy(() => import('../keys/keys.js').then(({ Keys: it }) => ({ default: it })));

/** What stands around every page. */
export function Shell(): JSX.Element {
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <header className={styles.top}>
        <Link to="/" className={styles.brand}>
          <Wordmark />
        </Link>
        <Button
          look="quiet"
          icon="search"
          className={styles.find}
          aria-label="Find"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => shown.set('palette')}
        />
        <PersonMenu />
      </header>
      <Navigation />
      <main id="page" className={styles.main}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <SessionClock />
      <Suspense>
        <Keys />
      </Suspense>
    </div>
  );
}

function Navigation(): JSX.Element {
  return (
    <nav className={styles.rail} aria-label="Main">
      {useAreas().map(({ title, areas }) => {
        return (
          <div key={title} className={styles.group}>
            {title !== null && <p className={styles.title}>{title}</p>}
            <ul>
              {areas.map(({ to, label, icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.place}
                    activeProps={{ 'aria-current': 'page' }}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                  >
                    <Icon name={icon} />
                    {label}
                    {to === '/' && <WaitingBadge />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
