import { Command } from 'commander';
import { addGlobalOptions } from './global-options.js';
import { addApi } from './commands/api.js';
import { addChanges } from './commands/changes.js';
import { addDecisions } from './commands/decisions.js';
import { addDeclarative } from './commands/declarative.js';
import { addExec } from './commands/exec.js';
import { addFollowing } from './commands/following.js';
import { addCrossTeam, addHandOvers } from './commands/hand-overs.js';
import { addPreview } from './commands/preview.js';
import { addProfiles } from './commands/profiles.js';
import { addRequests } from './commands/requests.js';
import { addReveal } from './commands/reveal.js';
import { addSignIn } from './commands/sign-in.js';
import { addWait } from './commands/wait.js';
import { addAdministration } from './administration.js';
import { VERSION } from './version.js';

/** Returns the command tree. */
export function programOf(): Command {
  const program = new Command('countersign')
    .description('Ask for secrets, decide who gets them, and prove what happened.')
    .version(VERSION, '--version')
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false });
  addGlobalOptions(program);
  for (const add of [addSignIn, addProfiles]) add(program);
  const request = program.command('request').description('ask for secrets, and look after what was asked');
  for (const add of [addRequests, addChanges, addCrossTeam, addPreview, addFollowing]) add(request);
  for (const add of [addDecisions, addHandOvers, addWait, addReveal, addExec]) add(program);
  for (const add of [addDeclarative, addApi, addAdministration]) add(program);
  return program;
}
