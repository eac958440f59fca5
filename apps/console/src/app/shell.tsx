import { Link, Outlet } from '@tanstack/react-router';
import type { JSX } from 'react';
import { openOverlay } from '../keys/open-overlay.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icons.js';
import { UnreachableBanner } from './unreachable-banner.js';
import { PersonMenu } from './person-menu.js';
import styles from './shell.module.css';
import { useNavigation } from './use-navigation.js';
import { WaitingBadge } from './waiting-badge.js';
import { Wordmark } from './wordmark.js';
import { onDemand } from '../ui/on-demand.js';

// What comes after the page itself, which goes on without it.
const SessionWarnings = onDemand(
  () => import('./session-warnings.js').then(({ SessionWarnings: it }) => it),
  true,
);
const Keys = onDemand(() => import('../keys/keys.js').then(({ Keys: it }) => it), true);

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
          onClick={() => openOverlay.set('palette')}
        />
        <PersonMenu />
      </header>
      <Navigation />
      <main id="page" className={styles.main}>
        <UnreachableBanner />
        <Outlet />
      </main>
      <SessionWarnings />
      <Keys />
    </div>
  );
}

function Navigation(): JSX.Element {
  return (
    <nav className={styles.rail} aria-label="Main">
      {useNavigation().map(({ title, areas }) => {
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
