import { serverOf } from '../session/profiles.js';
import { hasDisplay, openBrowser } from './open-browser.js';
import type { Terminal } from './terminal.js';

/**
 * Prints the URL of a page, and opens it if the user would see it.
 * @param words its purpose
 * @param opens false if the page is opened elsewhere
 * @throws CliError (usage) for anything but http and https, whatever the service sends
 */
export function openPage(terminal: Terminal, words: string, address: URL, opens = true): void {
  serverOf(address.origin);
  terminal.warn(`${words}: ${address.href}`);
  if (opens && hasDisplay()) openBrowser(address.href);
}
