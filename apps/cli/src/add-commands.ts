import type { Command } from 'commander';
import { addVersion } from './commands/version.js';

type Add = (program: Command) => void;
type Load = () => Promise<Add>;

const signIn: Load = async () => (await import('./commands/sign-in.js')).addSignIn;
const decisions: Load = async () => (await import('./commands/decisions.js')).addDecisions;
const inbox: Load = async () => (await import('./commands/cross-team.js')).addInbox;
const reveal: Load = async () => (await import('./commands/reveal.js')).addReveal;
const declarative: Load = async () => (await import('./commands/declarative.js')).addDeclarative;
const administration: Load = async () => (await import('./administration.js')).addAdministration;

/** Loaders of commands, so that a start loads only what it needs. */
export const PARTS: Readonly<Record<string, Load>> = {
  ...{ login: signIn, logout: signIn, whoami: signIn, 'step-up': signIn },
  request: async () => (await import('./commands/request.js')).addRequest,
  ...{ approve: decisions, reject: decisions },
  ...{ inbox, fill: inbox, refuse: inbox, verify: inbox },
  wait: async () => (await import('./commands/wait.js')).addWait,
  ...{ reveal, 'clear-clipboard-later': reveal },
  exec: async () => (await import('./commands/exec.js')).addExec,
  ...{ plan: declarative, apply: declarative, export: declarative, schema: declarative },
  ...{ secret: administration, connection: administration, agent: administration, gitops: administration },
  ...{ project: administration, env: administration, team: administration },
  ...{ policy: administration, workflow: administration },
  ...{ user: administration, workload: administration, role: administration, grant: administration },
  audit: async () => (await import('./commands/audit.js')).addAudit,
  profile: async () => (await import('./commands/profiles.js')).addProfiles,
  doctor: async () => (await import('./commands/doctor.js')).addDoctor,
  api: async () => (await import('./commands/api.js')).addApi,
  'complete-names': async () => (await import('./commands/complete-names.js')).addCompleteNames,
  // The root command contains it already.
  version: () => Promise.resolve(addVersion),
};

/**
 * Adds the part of the command that the arguments name, else every command.
 * @param root without commands
 * @param args without the program's name
 * @throws CommanderError for a wrong global option, and after printing --version
 */
export async function addCommands(root: Command, args: readonly string[]): Promise<void> {
  // Global options may come first, with values that equal command names.
  const [command = ''] = root.parseOptions([...args]).operands;
  const load = Object.hasOwn(PARTS, command) ? PARTS[command] : undefined;
  const add = load === undefined ? (await import('./program.js')).addEverything : await load();
  add(root);
}
