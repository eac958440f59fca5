import { homedir } from 'node:os';
import { join } from 'node:path';
import { environmentVariable } from '../environment.js';

/** Returns a folder of the XDG Base Directory Specification; on Windows below the user's local data. */
function folder(variable: `XDG_${'CONFIG' | 'STATE' | 'CACHE'}_HOME`, fallback: string): string {
  const local = process.platform === 'win32' ? environmentVariable('LOCALAPPDATA') : undefined;
  return join(environmentVariable(variable) ?? local ?? join(homedir(), fallback), 'countersign');
}

/** Returns the file with the profiles. */
export const configFile = (): string => join(folder('XDG_CONFIG_HOME', '.config'), 'config.json');

/** Returns the file with a profile's state, including its token where there is no keychain. */
export const stateFile = (profile: string): string =>
  join(folder('XDG_STATE_HOME', '.local/state'), `${profile}.json`);

/** Returns the file with the names that completion has read with a profile. */
export const namesFile = (profile: string): string =>
  join(folder('XDG_CACHE_HOME', '.cache'), 'names', `${profile}.json`);
