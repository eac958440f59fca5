import type { Command } from 'commander';
import { addAdministration } from './administration.js';
import { addApi } from './commands/api.js';
import { addAudit } from './commands/audit.js';
import { addCompleteNames } from './commands/complete-names.js';
import { addCompletion } from './commands/completion.js';
import { addDecisions } from './commands/decisions.js';
import { addDeclarative } from './commands/declarative.js';
import { addDoctor } from './commands/doctor.js';
import { addExec } from './commands/exec.js';
import { addInbox } from './commands/cross-team.js';
import { addProfiles } from './commands/profiles.js';
import { addRequest } from './commands/request.js';
import { addReveal } from './commands/reveal.js';
import { addSignIn } from './commands/sign-in.js';
import { addVersion } from './commands/version.js';
import { addWait } from './commands/wait.js';
import { rootCommand } from './root-command.js';

const NEXT = `
Begin with:
  countersign login --server https://countersign.example.com
  countersign request read apps/payments/db -p payments -e prod -k PASSWORD --wait
  countersign reveal @last

countersign help COMMAND shows the options and examples of a command.`;

/** The groups of the help. */
const GROUPS: readonly (readonly [heading: string, parts: readonly ((program: Command) => void)[]])[] = [
  ['Signing in:', [addSignIn, addProfiles]],
  ['Requests and values:', [addRequest, addDecisions, addInbox, addWait, addReveal, addExec]],
  ['Administration:', [addAdministration]],
  ['Configuration as files:', [addDeclarative]],
  ['Audit log:', [addAudit]],
  ['Everything else:', [addApi, addDoctor, addCompletion, addCompleteNames, addVersion]],
];

/** Returns the whole command tree: for completion and generated documentation. */
export function programOf(): Command {
  const program = rootCommand();
  addEverything(program);
  return program;
}

/** Adds every command and what the help says of them. */
export function addEverything(program: Command): void {
  program.addHelpText('after', NEXT);
  for (const [heading, parts] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of parts) add(program);
  }
  // In the last group, where it would stand alone otherwise.
  program.helpCommand('help [command]', 'show the help of a command');
}
