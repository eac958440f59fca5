import { spawn } from 'node:child_process';
import { environmentVariable } from '../environment.js';

/** What opens an address with the browser of the desktop. `start` is a word of cmd.exe, which reads `&` by itself. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether a browser opened here is seen by whoever sits at this terminal. */
export function hasDisplay(platform: NodeJS.Platform = process.platform): boolean {
  if (environmentVariable('SSH_CONNECTION') !== undefined) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return (['DISPLAY', 'WAYLAND_DISPLAY'] as const).some((name) => environmentVariable(name) !== undefined);
}

/** Opens an address with the desktop's browser; nothing happens where there is none. @param address http or https */
export function openBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? [];
  if (program === undefined) return;
  const browser = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  browser.on('error', () => undefined);
  browser.unref();
}
