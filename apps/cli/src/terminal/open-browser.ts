import { environmentVariable } from '../environment.js';

/** Programs that open a URL in the desktop's browser. `start` is a builtin of cmd.exe, which interprets `&` itself. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Returns whether the user at this terminal would see a browser opened here. */
export function hasDisplay(platform: NodeJS.Platform = process.platform): boolean {
  if (environmentVariable('SSH_CONNECTION') !== undefined) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return (['DISPLAY', 'WAYLAND_DISPLAY'] as const).some((name) => environmentVariable(name) !== undefined);
}

/** Opens a URL in the desktop's browser, if there is one. @param address http or https */
export function openBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? [];
  if (program === undefined) return;
  // Loaded on first use: it takes a tenth of the startup time.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const browser = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  browser.on('error', () => undefined);
  browser.unref();
}
