import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../tools/free-port.js';
import { handedOut } from '../support/canary.js';
import { keepLeft } from '../support/run-folder.js';
import { dropDatabase } from '../support/test-database.js';
import { overheardPrograms } from './overheard-programs.js';
import { type Block, blocksOf, prints } from './page.js';
import { Shell } from './shell.js';

/** What the processes of a walk write. */
const LOG = /\.log$/;
/** Where a walk keeps what must turn up nowhere else. */
const SECRET = /password|session$|totp$|enrollment-token|store-token|secret-id|jwt-secret|master-key/;
const COMMAND_LINES = 'command-lines';
/** Blocks that every walk leaves out, because the tests run on a build. */
const BUILT: Instead = { build: () => undefined };

/** The parts of the page on OpenBao with which every walk begins. */
export const PEOPLE_AND_PLACES = [1, 2, 3];

/** Blocks that the test carries out in its own way, by the name in the page's comment. */
export type Instead = Readonly<Record<string, (walk: Walk) => Promise<void> | void>>;

export interface WalkOptions {
  /** Folders of programs to look in first. */
  readonly path?: readonly string[];
  /** Variables that the page takes where they are set. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files in the page's folder that it takes where they are there. */
  readonly files?: Readonly<Record<string, string>>;
  readonly instead?: Instead;
}

/** A reader who goes through pages from an empty database on, in a folder of their own. */
export class Walk {
  readonly #logs = new Map<string, string>();

  private constructor(
    /** The page's $WALK. */
    readonly folder: string,
    private readonly home: string,
    private readonly databaseUrl: string,
    private readonly shell: Shell,
    private readonly instead: Instead,
  ) {}

  static async begin(options: WalkOptions = {}): Promise<Walk> {
    const { env = {}, files = {}, instead = {}, path = [] } = options;
    const home = mkdtempSync(join(tmpdir(), 'countersign-walk-'));
    const [folder, blocks] = [join(home, 'walk'), join(home, 'blocks')];
    for (const each of [folder, blocks]) mkdirSync(each, { mode: 0o700 });
    const databaseUrl = await createEmptyDatabase();
    for (const [name, text] of Object.entries({ ...files, 'database-url': databaseUrl }))
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    const address = async (): Promise<string> => `127.0.0.1:${await freePort()}`;
    const searchPath = [...path, dirname(process.execPath), process.env.PATH ?? ''].join(':');
    const shell = new Shell(blocks, {
      PATH: overheardPrograms(searchPath, join(home, 'bin'), join(home, COMMAND_LINES)),
      HOME: home,
      WALK: folder,
      API_ADDR: await address(),
      WORKER_ADDR: await address(),
      SVC_AGENT_HEALTH_ADDR: await address(),
      ...env,
    });
    return new Walk(folder, home, databaseUrl, shell, { ...BUILT, ...instead });
  }

  /** Runs the blocks of a page, or of some of its parts. @throws Error that names page and line */
  async through(page: string, parts?: readonly number[]): Promise<void> {
    for (const block of blocksOf(page)) {
      if (parts && !parts.includes(block.part)) continue;
      const where = `${page}:${block.line}`;
      try {
        await this.#take(block);
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        throw new Error(`${where}: ${reason}\n${this.#lastWords()}`, { cause: error });
      }
      this.#remember();
    }
  }

  async #take({ commands, prints: expected, mark }: Block): Promise<void> {
    const own = mark === null ? undefined : this.instead[mark];
    if (own) return void (await own(this));
    const printed = await this.shell.run(commands);
    if (expected === null || prints(expected, printed)) return;
    throw new Error(`the page says that this prints\n${expected}\nand it printed\n${printed}`);
  }

  /** A file of the page's folder, as the reader would have it. */
  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text, { mode: 0o600 });
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8').trim();
  }

  /** Runs commands that no page has. */
  run(commands: string): Promise<string> {
    return this.shell.run(commands);
  }

  async end(): Promise<void> {
    await this.shell.end();
    for (const [name, text] of this.#logs) keepLeft(`output of ${name} in a walkthrough`, text);
    keepLeft('command lines of a walkthrough', readFileSync(join(this.home, COMMAND_LINES)));
    rmSync(this.home, { recursive: true, force: true });
    await dropDatabase(this.databaseUrl);
  }

  /** The page removes its folder at its end; the search for leaks needs both logs and secrets. */
  #remember(): void {
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder)) {
      const text = readFileSync(join(this.folder, name), 'utf8');
      if (LOG.test(name)) this.#logs.set(name, text);
      if (SECRET.test(name)) handedOut(`${name} of a walkthrough`, tokenIn(text));
    }
  }

  #lastWords(): string {
    this.#remember();
    return [...this.#logs].map(([name, text]) => `${name}:\n${text.slice(-2000)}`).join('\n');
  }
}

/** An answer to a sign-in has it among others; the secret of an authenticator stands before its last step. */
function tokenIn(text: string): string {
  if (text.startsWith('{"token"')) return (JSON.parse(text) as { token: string }).token;
  return text.trim().split(' ')[0]!;
}

async function createEmptyDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const url = new URL(server);
  url.pathname = `/test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${url.pathname.slice(1)}`).finally(() => client.end());
  return url.href;
}
