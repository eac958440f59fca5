import type { useNavigate } from '@tanstack/react-router';
import type { NavigationItem } from '../app/navigation.js';
import { copyText } from '../ui/copy-text.js';
import type { Command } from './key-reader.js';
import { focusRow, adjacentPath } from './rows.js';
import { openOverlay } from './open-overlay.js';

/** Pages that are sent to others. */
const SHARED = /^\/(requests|secrets|audit)\/[0-9a-f-]{36}$/;

/** What commands work with. */
export interface CommandContext {
  readonly areas: readonly NavigationItem[];
  readonly mayAsk: boolean;
  readonly navigate: ReturnType<typeof useNavigate>;
}

/** Does what a key stands for. Nothing of it decides: Approve gets the focus, Reject opens its dialog. */
export function runCommand(command: Command, where: CommandContext): void {
  if (command.name !== 'go') return HANDLERS[command.name](where);
  const to = where.areas.find(({ key }) => key === command.letter)?.to;
  if (to !== undefined) void where.navigate({ to });
}

const HANDLERS: Readonly<Record<Exclude<Command['name'], 'go'>, (where: CommandContext) => void>> = {
  palette: () => openOverlay.set('palette'),
  shortcuts: () => openOverlay.set('shortcuts'),
  ask: ({ mayAsk, navigate }) => {
    if (mayAsk) void navigate({ to: '/requests/new' });
  },
  filter: () => first('[role="search"] :is(input, select)')?.focus(),
  'next row': () => focusRow(1),
  'previous row': () => focusRow(-1),
  'next of list': ({ navigate }) => goTo(adjacentPath(location.pathname, 1), navigate),
  'previous of list': ({ navigate }) => goTo(adjacentPath(location.pathname, -1), navigate),
  approve: () => first('[data-decision="approve"]')?.focus(),
  reject: () => {
    const button = first('[data-decision="reject"]');
    button?.focus();
    button?.click();
  },
  copy: () => {
    if (SHARED.test(location.pathname)) void copyText(location.href);
  },
};

function goTo(path: string | undefined, navigate: CommandContext['navigate']): void {
  if (path !== undefined) void navigate({ to: path });
}

function first(selector: string): HTMLElement | null {
  return document.querySelector(`#page ${selector}`);
}
