import { readFileSync } from 'node:fs';
import { type components, dataOf } from '#client';
import type { Cli } from '../cli.js';
import { environmentVariable } from '../environment.js';
import { CliError, EXIT } from '../exit.js';

export type SignedInWorkload = components['schemas']['WorkloadTokenResponse'];

export interface WorkloadOptions {
  /** The workload's name, for a token that matches several; true without one. */
  readonly workload?: string | true;
  /** The token's audience; defaults to the service's URL. */
  readonly audience?: string;
  readonly jwtFile?: string;
}

/**
 * Signs in as a workload with the job's token: from a file, a variable, or GitHub Actions' issuer. It is never an argument,
 * because every process on a machine can read arguments.
 *
 * @throws CliError (not signed in) without a token; ApiError
 */
export async function signInAsWorkload(cli: Cli, options: WorkloadOptions): Promise<SignedInWorkload> {
  const { workload } = options;
  const jwt = await tokenOfJob(cli, options);
  const body = { jwt, ...(typeof workload === 'string' ? { workload } : {}) };
  return dataOf(cli.connect(null).POST('/api/v1/auth/workload', { body }));
}

async function tokenOfJob(cli: Cli, { jwtFile, audience }: WorkloadOptions): Promise<string> {
  if (jwtFile !== undefined) return textOf(jwtFile);
  const given = environmentVariable('COUNTERSIGN_WORKLOAD_JWT');
  if (given !== undefined) return given.trim();
  const [url, token] = [
    environmentVariable('ACTIONS_ID_TOKEN_REQUEST_URL'),
    environmentVariable('ACTIONS_ID_TOKEN_REQUEST_TOKEN'),
  ];
  if (url !== undefined && token !== undefined)
    return ofActions(cli, { url, token, audience: audience ?? cli.server });
  throw new CliError(
    EXIT.notSignedIn,
    'This job has no token: name its file with --jwt-file, or set COUNTERSIGN_WORKLOAD_JWT. In GitHub Actions the job needs the permission id-token: write.',
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new CliError(EXIT.usage, `${path} can't be read.`);
  }
}

/** Requests a token like GitHub's toolkit. */
async function ofActions(
  { send }: Cli,
  { url: address, token, audience }: { url: string; token: string; audience: string },
): Promise<string> {
  try {
    const url = new URL(address);
    url.searchParams.set('audience', audience);
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const response = await send(new Request(url, { headers, redirect: 'manual' }));
    const { value } = (await response.json()) as { value?: unknown };
    if (response.ok && typeof value === 'string') return value;
  } catch (error) {
    if (error instanceof CliError) throw error;
    // Reported below, without the error, which may contain the URL of the token request.
  }
  throw new CliError(EXIT.failed, 'GitHub Actions issued no token for this job.');
}
