import { statSync } from 'node:fs';
import { environmentVariable } from '../environment.js';
import { Keychain } from '../session/keychain.js';
import type { TokenStore } from '../session/session.js';
import { fail, type Finding, ok, warn } from './finding.js';

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'] as const;
const OTHERS = 0o077;

/** Checks where the token is stored, and who may read it. @param given the file of --token-file */
export function checkToken(store: TokenStore | undefined, place: string, given: string | undefined): Finding {
  if (given !== undefined) return fileFinding(given);
  if (environmentVariable('COUNTERSIGN_TOKEN') !== undefined)
    return warn('token', 'in COUNTERSIGN_TOKEN: every program that is started from here can read it');
  if (store === 'keychain') return ok('token', 'in the keychain');
  return store === 'file' ? fileFinding(place) : ok('token', 'not kept here');
}

function fileFinding(path: string): Finding {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return warn('token', `not in ${path}`);
  if (process.platform === 'win32') return ok('token', `in ${path}`);
  const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
  return (stat.mode & OTHERS) === 0
    ? ok('token', `in ${path}, mode ${mode}`)
    : fail('token', `in ${path}, mode ${mode}: others may read it, so it is not used`);
}

/** Checks that the keychain stores and returns a secret. */
export function checkKeychain(store: TokenStore | undefined): Finding {
  if (new Keychain().works()) return ok('keychain', 'available');
  return store === 'keychain'
    ? fail('keychain', 'not available, but the token is stored in it')
    : ok('keychain', 'not available: tokens are kept in files');
}

/** Reports the proxies in use, without user names and passwords. */
export function checkProxies(): Finding {
  const set = PROXIES.flatMap((name) => {
    const value = environmentVariable(name);
    return value === undefined ? [] : [`${name}=${withoutPassword(value)}`];
  });
  return ok('proxy', set.length === 0 ? 'none' : set.join(', '));
}

function withoutPassword(value: string): string {
  if (!URL.canParse(value)) return value.slice(value.lastIndexOf('@') + 1);
  const { protocol, host } = new URL(value);
  return host === '' ? value.slice(value.lastIndexOf('@') + 1) : `${protocol}//${host}`;
}
