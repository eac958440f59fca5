import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { noteVersion } from '../support/versions.js';

/** The peers' programs, each undefined when it is absent. */
export interface PeerPrograms {
  readonly secretsBridge: string | undefined;
  readonly openBao: string | undefined;
}

/** Returns the programs that the environment names, and notes their versions. @throws Error for a path without a program */
export async function peerPrograms(): Promise<PeerPrograms> {
  const secretsBridge = process.env.PEER_SECRETS_BRIDGE || undefined;
  const openBao = process.env.PEER_OPENBAO || undefined;
  if (secretsBridge !== undefined)
    noteVersion('secrets-bridge', `commit ${revisionIn(await readFile(secretsBridge)) ?? 'unknown'}`);
  if (openBao !== undefined) {
    const { stdout } = await promisify(execFile)(openBao, ['version']);
    noteVersion('OpenBao', /v(\d\S*)/.exec(stdout)?.[1] ?? 'unknown');
  }
  return { secretsBridge, openBao };
}

/** A sentence for each peer that is absent. */
export function absences({ secretsBridge, openBao }: PeerPrograms): string[] {
  return [
    ...(secretsBridge === undefined
      ? ['secrets-bridge is absent: PEER_SECRETS_BRIDGE names no program.']
      : []),
    ...(openBao === undefined ? ['OpenBao is absent: PEER_OPENBAO names no program.'] : []),
  ];
}

/** Returns the first seven digits of the git commit that Go writes into a program which it builds in a repository. */
export function revisionIn(program: Buffer): string | undefined {
  const at = program.indexOf('build\tvcs.revision=');
  return at < 0 ? undefined : /=([0-9a-f]{7})[0-9a-f]{33}/.exec(program.toString('latin1', at, at + 64))?.[1];
}
