import type { Cli } from '../cli.js';
import { variables } from './child-environment.js';
import type { Mapping } from './child-names.js';
import type { Cleanups } from './cleanups.js';
import { Mask, needlesOf } from './mask.js';
import { PrivateFolder } from './private-folder.js';
import { RevealSession } from './reveal-session.js';
import type { Value } from './value.js';

export interface RetrieveForChildOptions {
  /** The request. */
  readonly id: string;
  readonly mappings: readonly Mapping[];
  /** The child's environment besides the values. */
  readonly inherited: NodeJS.ProcessEnv;
  readonly mask: boolean;
}

interface ChildValues {
  readonly environment: NodeJS.ProcessEnv;
  readonly filter: (() => Mask) | null;
  /** Must be called once the child has its environment, to clear it here. */
  readonly started: () => void;
}

/** Retrieves values for a child, ends the reveal session, and returns the child's environment. @throws CliError; ApiError */
export async function retrieveForChild(
  cli: Cli,
  options: RetrieveForChildOptions,
  cleanups: Cleanups,
): Promise<ChildValues> {
  const session = await RevealSession.open(cli.api, options.id, cleanups);
  const values = new Map<string, Value>();
  for (const { key } of options.mappings) if (!values.has(key)) values.set(key, await session.fetch(key));
  let folder: PrivateFolder | undefined;
  const folderOf = (): PrivateFolder => {
    if (folder) return folder;
    const made = new PrivateFolder();
    cleanups.add(() => made.remove());
    return (folder = made);
  };
  const environment = { ...options.inherited, ...variables(options.mappings, values, folderOf) };
  const needles = options.mask ? needlesOf(values.values()) : null;
  cleanups.add(() => needles?.forEach((needle) => needle.fill(0)));
  if (session.left.length > 0) cli.terminal.say(`Not fetched, and destroyed: ${session.left.join(', ')}.`);
  await session.end();
  const started = (): void => {
    for (const { name } of options.mappings) delete environment[name];
  };
  return { environment, filter: needles === null ? null : () => new Mask(needles), started };
}
