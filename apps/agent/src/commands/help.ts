import { type CommandLine, describeCommand } from './command-line.js';

const FOOT = `
The settings come from the environment (docs/agent.md). Exit codes: 0 done, 1 failed, 2 the command line, the settings
or the state cannot be used, 3 the control plane refuses this agent.
`;

/** Returns the help text of one or all commands. */
export function helpText(lines: readonly CommandLine[]): string {
  return `usage: agent <command> [options]\n\n${lines.map(describeCommand).join('\n')}${FOOT}`;
}

/** Returns whether the first argument requests help. */
export function asksForHelp(word: string | undefined): boolean {
  return word === 'help' || isHelpOption(word);
}

/** Returns whether the argument is an option that requests help. */
export function isHelpOption(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}
