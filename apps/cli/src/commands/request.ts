import type { Command } from 'commander';
import { addChanges } from './changes.js';
import { addFollowing } from './following.js';
import { addCrossTeam } from './hand-overs.js';
import { addPreview } from './preview.js';
import { addRequests } from './requests.js';

/** Adds request and its subcommands. */
export function addRequest(program: Command): void {
  const request = program.command('request').description('ask for secrets, and look after what was asked');
  for (const add of [addRequests, addChanges, addCrossTeam, addPreview, addFollowing]) add(request);
}
