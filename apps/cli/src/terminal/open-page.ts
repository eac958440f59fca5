import { CliError, EXIT } from '../exit.js';
import { serverOf } from '../session/profiles.js';
import { hasDisplay, openBrowser } from './open-browser.js';
import type { Terminal } from './terminal.js';

/**
 * Prints the URL of a page, and opens it if the user would see it.
 * @param words its purpose
 * @param opens false if the page is opened elsewhere
 * @throws CliError for anything but http and https, whatever the service sends, and for a user name, which can look like the
 *   host: `https://countersign.example.com@evil.example`
 */
export function openPage(terminal: Terminal, words: string, address: URL, opens = true): void {
  serverOf(address.origin);
  if (address.username !== '' || address.password !== '')
    throw new CliError(EXIT.failed, `The service named a page of ${address.host} in a misleading way.`);
  terminal.warn(`${words}: ${address.href}`);
  if (opens && hasDisplay()) openBrowser(address.href);
}
