import { useNavigate } from '@tanstack/react-router';
import { type JSX, useEffect, useEffectEvent, useState } from 'react';
import { hasPermission, useMe } from '../api/queries/me.js';
import { useNavigation } from '../app/use-navigation.js';
import { useObservable } from '../ui/use-observable.js';
import { runCommand } from './commands.js';
import { keyReader } from './key-reader.js';
import { rememberList } from './rows.js';
import { openOverlay } from './open-overlay.js';
import { singleKeys } from './single-keys.js';
import { onDemand } from '../ui/on-demand.js';

const Palette = onDemand(() => import('./palette.js').then(({ Palette: it }) => it));
const ShortcutList = onDemand(() => import('./shortcut-list.js').then(({ ShortcutList: it }) => it));
/** What is above the page has its own keys. */
const ABOVE = '[role="dialog"], [role="alertdialog"], dialog[open], :popover-open';
/** Inputs into which nothing is typed. */
const NOT_TYPED = ['button', 'checkbox', 'radio', 'submit'];

/** The keys of every page, and what they open. */
export function Keys(): JSX.Element {
  const open = useObservable(openOverlay);
  const areas = useNavigation().flatMap((group) => group.areas);
  const mayAsk = hasPermission(useMe(), 'secret.request');
  const navigate = useNavigate();
  const [read] = useState(keyReader);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(ABOVE) !== null) return;
    const command = read(event, singleKeys.get() && !isTyped(event.target));
    if (command === null) return;
    event.preventDefault();
    runCommand(command, { areas, mayAsk, navigate });
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', onKey);
    addEventListener('click', rememberList, { capture: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('click', rememberList, { capture: true });
    };
  }, []);
  const close = (): void => openOverlay.set(null);
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
    </>
  );
}

function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}
