import type { Command } from 'commander';
import { addAgentVerbs } from './commands/agents.js';
import { addConnectionVerbs } from './commands/connections.js';
import { addGitopsVerbs } from './commands/gitops.js';
import { addPolicyVerbs } from './commands/policies.js';
import { addSecretVerbs } from './commands/secrets.js';
import { addUserVerbs } from './commands/users.js';
import { addWorkloadVerbs } from './commands/workloads.js';
import { addNoun } from './nouns/add-noun.js';
import { type NounName, nounOf, NOUNS } from './nouns/all.js';

/** The verbs of some nouns beyond list and show. */
const VERBS: Partial<Record<NounName, (noun: Command) => void>> = {
  secret: addSecretVerbs,
  policy: addPolicyVerbs,
  connection: addConnectionVerbs,
  gitops: addGitopsVerbs,
  agent: addAgentVerbs,
  user: addUserVerbs,
  workload: addWorkloadVerbs,
};

/** Adds the administrative commands: nouns and their verbs. */
export function addAdministration(program: Command): void {
  for (const name of NOUNS) {
    const noun = addNoun(program, nounOf(name));
    VERBS[name]?.(noun);
  }
}
