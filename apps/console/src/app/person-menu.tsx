import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useMe } from '../api/queries/me.js';
import { openOverlay } from '../keys/open-overlay.js';
import { ActionButton, Button } from '../ui/button.js';
import { toast } from '../ui/toasts.js';
import { messageOfError } from '../api/error-messages.js';
import styles from './person-menu.module.css';
import { ThemeChoice } from './theme-choice.js';

const MENU = 'person-menu';

/** Who is signed in, the colours, and the way out. The browser's own popover: Escape and a click elsewhere close it. */
export function PersonMenu(): JSX.Element {
  const me = useMe();
  // What is seen is part of what is heard (WCAG 2.5.3).
  const names = [me.display_name, me.email].filter((name) => name !== null);
  return (
    <>
      <Button look="quiet" icon="person" popoverTarget={MENU} aria-label={`Your menu, ${names.join(', ')}`}>
        <span className={styles.name}>{names[0]}</span>
      </Button>
      <div id={MENU} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          {me.display_name !== null && <strong>{me.display_name}</strong>}
          <span>{me.email}</span>
          <span className={styles.roles}>
            {me.roles.length === 0
              ? 'No roles yet'
              : [...new Set(me.roles.map((role) => role.role_name))].join(', ')}
          </span>
        </p>
        <Link to="/me" className={styles.account} onClick={closeMenu}>
          Your account: second factors, sessions, password
        </Link>
        <ThemeChoice />
        <Button
          onClick={() => {
            closeMenu();
            openOverlay.set('shortcuts');
          }}
        >
          Shortcuts
        </Button>
        <ActionButton onClick={() => void leave()}>Sign out</ActionButton>
      </div>
    </>
  );
}

async function leave(): Promise<void> {
  try {
    const { signOut } = await import('./sign-out.js');
    await signOut();
  } catch (error) {
    toast(messageOfError(error as Error), 'warn');
  }
}

function closeMenu(): void {
  document.getElementById(MENU)?.hidePopover();
}
