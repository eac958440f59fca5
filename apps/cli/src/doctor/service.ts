import { type Client, dataOf } from '#client';
import { failureOf, reasonOf } from '../exit.js';
import { VERSION } from '../version.js';
import { fail, type Finding, ok, warn } from './finding.js';

/** Codes of authenticator apps change every 30 s. */
const MAX_SKEW_SECONDS = 30;

/**
 * Checks whether the service is reachable, and whether its clock and version match ours.
 * @param token null if not signed in
 */
export async function checkService(server: string, stranger: Client, api: Client | null): Promise<Finding[]> {
  try {
    const began = Date.now();
    const { response } = await stranger.GET('/healthz', {});
    const ended = Date.now();
    const reached = `${server} answered ${response.status} in ${ended - began} ms`;
    return [
      response.ok ? ok('service', reached) : fail('service', reached),
      clockFinding(response.headers.get('date'), (began + ended) / 2),
      await checkVersion(api),
    ];
  } catch (error) {
    return [fail('service', `${server} can't be reached: ${reasonOf(error)}`)];
  }
}

function clockFinding(date: string | null, nowMs: number): Finding {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return warn('clock', 'the service does not say what time it is');
  // The header is truncated to seconds: half a second later on average.
  const apart = Math.round((nowMs - serverMs - 500) / 1000);
  const which = apart > 0 ? 'ahead of' : 'behind';
  if (Math.abs(apart) > MAX_SKEW_SECONDS)
    return fail(
      'clock',
      `${Math.abs(apart)} s ${which} the service: codes of authenticator apps will be rejected`,
    );
  return ok('clock', `${Math.abs(apart)} s from that of the service`);
}

async function checkVersion(api: Client | null): Promise<Finding> {
  if (api === null) return ok('version', `${VERSION}; the service tells its own only to signed-in users`);
  try {
    return versionFinding((await dataOf(api.GET('/api/v1/meta'))).version);
  } catch (error) {
    return warn('version', `${VERSION}; the service does not tell its own: ${failureOf(error).message}`);
  }
}

function versionFinding(version: string | undefined): Finding {
  if (version === undefined) return ok('version', `${VERSION}; the service does not tell its own`);
  if (lineOf(version) === lineOf(VERSION)) return ok('version', `${VERSION}; the service ${version}`);
  return warn('version', `${VERSION}, but the service is ${version}: commands may be missing on either side`);
}

/** Patch releases don't change commands. */
const lineOf = (version: string): string => version.split('.').slice(0, 2).join('.');
