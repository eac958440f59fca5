import { serverOf } from '../session/profiles.js';
import { hasDisplay, openBrowser } from './open-browser.js';
import type { Terminal } from './terminal.js';

/**
 * Says where a page is, and opens it where whoever sits here would see it.
 *
 * @param words what it is for
 * @param opens false where the page is opened elsewhere
 * @throws CliError (usage) for what is no page: what the desktop opens is one, whatever the service sends
 */
export function openPage(terminal: Terminal, words: string, address: URL, opens = true): void {
  serverOf(address.origin);
  terminal.warn(`${words}: ${address.href}`);
  if (opens && hasDisplay()) openBrowser(address.href);
}
