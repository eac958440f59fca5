import type { Command } from 'commander';
import { addAdministration } from './administration.js';
import { addApi } from './commands/api.js';
import { addAudit } from './commands/audit.js';
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

/** Returns the whole command tree: for help, completion and generated documentation. */
export function programOf(): Command {
  const program = rootCommand();
  for (const add of [addSignIn, addProfiles, addRequest]) add(program);
  for (const add of [addDecisions, addInbox, addWait, addReveal, addExec]) add(program);
  for (const add of [addDeclarative, addApi, addAdministration]) add(program);
  for (const add of [addAudit, addDoctor, addCompletion, addVersion]) add(program);
  return program;
}
