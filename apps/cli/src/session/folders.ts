import { homedir } from 'node:os';
import { join } from 'node:path';
import { environmentVariable } from '../environment.js';

/** Folders of the XDG Base Directory Specification; on Windows below the user's local data. */
function folder(variable: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', fallback: string): string {
  const local = process.platform === 'win32' ? environmentVariable('LOCALAPPDATA') : undefined;
  return join(environmentVariable(variable) ?? local ?? join(homedir(), fallback), 'countersign');
}

/** Which services there are. */
export const configFile = (): string => join(folder('XDG_CONFIG_HOME', '.config'), 'config.json');

/** What a profile remembers between commands; its token, where no keychain holds it. */
export const stateFile = (profile: string): string =>
  join(folder('XDG_STATE_HOME', '.local/state'), `${profile}.json`);
