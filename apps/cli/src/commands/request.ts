import type { Command } from 'commander';
import { addPatch } from './patch.js';
import { addWatch } from './watch.js';
import { addCrossTeam } from './cross-team.js';
import { addPreview } from './preview.js';
import { addRequests } from './requests.js';

/** Adds request and its subcommands. */
export function addRequest(program: Command): void {
  const request = program.command('request').description('submit requests, and follow them');
  for (const add of [addRequests, addPatch, addCrossTeam, addPreview, addWatch]) add(request);
}
