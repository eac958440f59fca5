import { bash } from './bash.js';
import type { CommandTree } from './command-node.js';
import { fish } from './fish.js';
import { pwsh } from './pwsh.js';
import { zsh } from './zsh.js';

/** The completion script of each shell. */
export const SCRIPTS: Readonly<Record<string, (tree: CommandTree) => string>> = { bash, zsh, fish, pwsh };
