import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useNavigation } from '../app/use-navigation.js';
import { Dialog } from '../ui/dialog.js';
import { Facts } from '../ui/facts.js';
import { useObservable } from '../ui/use-observable.js';
import { singleKeys } from './single-keys.js';

const KEYS = [
  ['Ctrl K or ⌘ K', 'Find a page, a project, a secret, a request or an action of the page'],
  ['?', 'This list'],
  ['/', 'Filter the list'],
  ['n', 'Request access'],
  ['j, k, Enter', 'Next row, previous row, open'],
  ['], [', 'Next and previous of the list one came from'],
  ['a, x', 'On a request: to Approve, to Reject. Nothing is decided by them'],
  ['c', 'Copy the link of a request, a secret or an event'],
  ['Esc', 'Close, or clear the filter that is typed'],
] as const;

/** Every shortcut there is. */
export function ShortcutList({ onClose }: { onClose: () => void }): JSX.Element {
  const areas = useNavigation().flatMap((group) => group.areas);
  const on = useObservable(singleKeys);
  return (
    <Dialog onClose={onClose} title="Shortcuts">
      <Facts facts={[...KEYS, ...areas.map(({ key, label }) => [`g, then ${key}`, label] as const)]} />
      <p>
        {on ? 'Single-key shortcuts are ignored while you type. ' : 'Single-key shortcuts are disabled. '}
        <Link to="/me" onClick={onClose}>
          {on ? 'Disable them' : 'Enable them'}
        </Link>
      </p>
    </Dialog>
  );
}
