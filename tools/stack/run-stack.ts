import { AccountBook } from './account-book.js';
import { claimFolder } from './claim-folder.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { KvClient } from './kv-client.js';
import { leaveOneWaiting, runMainJob } from './main-job.js';
import { type Paint, paintFor } from './paint.js';
import { type Accounts, accountsOf, ensureAuditor } from './people.js';
import { Progress } from './progress.js';
import { signInLines } from './sign-in-lines.js';
import { Stack } from './stack.js';
import { parseStackOptions, type StackOptions, USAGE } from './stack-options.js';
import { transcriptOf } from './transcript.js';
import { enrollAndStartAgent, ensureWorld, type World } from './world.js';

export interface StackRun {
  readonly args: string[];
  /** Folder of everything that outlives a start. */
  readonly folder: string;
  /** Resolves when the program should stop. */
  readonly interrupted: Promise<void>;
  readonly out: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

/** `npm start`: starts everything, runs the main job once, and stays up. @returns the exit code */
export async function runStack({ args, folder, interrupted, out, errors }: StackRun): Promise<number> {
  const options = parseStackOptions(args);
  if (!options) {
    errors.write(USAGE);
    return 2;
  }
  let stack: Stack | null = null;
  try {
    await claimFolder(folder);
    const data = await openDataFolder(folder);
    stack = new Stack(data);
    const demo = new Demo(stack, data, options, out, paintFor(out));
    return await Promise.race([demo.run(), interrupted.then(() => 0)]);
  } catch (error) {
    errors.write(`\n${error instanceof Error ? error.message : 'failed'}\n`);
    return 1;
  } finally {
    await stack?.stop();
  }
}

/** One start: servers, world, main job, then waiting for the end. */
class Demo {
  readonly #accounts: Accounts;
  readonly #book: AccountBook;
  readonly #progress: Progress;

  constructor(
    private readonly stack: Stack,
    private readonly folder: DataFolder,
    private readonly options: StackOptions,
    private readonly out: NodeJS.WriteStream,
    private readonly paint: Paint,
  ) {
    this.#accounts = accountsOf(folder.secrets);
    this.#book = new AccountBook(folder.path);
    this.#progress = new Progress(out, paint);
  }

  async run(): Promise<number> {
    await this.startServers();
    const world = await this.makeWorld();
    await this.printTranscript(world);
    if (this.options.once) return 0;
    await leaveOneWaiting(world);
    const { auditorPassword } = this.folder.secrets;
    const auditor = await ensureAuditor(world.admin, this.stack.apiUrl, auditorPassword, this.#book);
    const people = [...Object.values(this.#accounts), auditor];
    this.print(signInLines(people, this.#book, this.stack, this.paint));
    this.print([`ready: ${this.stack.apiUrl}`]);
    const program = await this.stack.untilOneEnds();
    throw new Error(`${program.name} ended unexpectedly.\n${program.lastWords()}`);
  }

  private async startServers(): Promise<void> {
    const { stack } = this;
    const step = this.#progress;
    const kv = step.of('kv store', async () => {
      await stack.startKv();
      return stack.kvUrl;
    });
    const database = step.of('postgres', async () => {
      await stack.startPostgres();
      const ran = await stack.migrate();
      const schema = ran.length === 0 ? 'schema up to date' : `${ran.length} migrations ran`;
      return `${new URL(stack.databaseUrl).host}, ${schema}`;
    });
    await Promise.all([kv, database]);
    const api = step.of('api', async () => {
      await stack.startApi(this.#accounts.admin);
      return stack.apiUrl;
    });
    const worker = step.of('worker', async () => {
      await stack.startWorker();
      return stack.workerUrl;
    });
    await Promise.all([api, worker]);
  }

  private async makeWorld(): Promise<World> {
    const context = { accounts: this.#accounts, book: this.#book, kvUrl: this.stack.kvUrl };
    const world = await ensureWorld(this.stack.apiUrl, context);
    await this.#progress.of('agent', async () => {
      await enrollAndStartAgent(world, this.folder, this.stack);
      return `${this.stack.agentUrl}, enrolled as ${world.agentName}`;
    });
    return world;
  }

  private async printTranscript(world: World): Promise<void> {
    const job = await runMainJob(world, new KvClient(this.stack.kvUrl, this.folder.secrets.kvToken));
    const { places, connection, agentName } = world;
    const actors = {
      developer: world.developer.account.email,
      approver: world.approver.account.email,
      team: places.team.name,
      project: places.project.name,
      environment: places.prod,
      connection,
      agent: agentName,
    };
    this.print(['', ...transcriptOf(job, actors, { show: this.options.show, paint: this.paint }), '']);
    if (!job.valueIsRight) throw new Error('The revealed value is not the stored one.');
  }

  private print(lines: string[]): void {
    this.out.write(lines.map((line) => `${line}\n`).join(''));
  }
}
