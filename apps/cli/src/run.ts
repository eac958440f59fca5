import { CommanderError } from 'commander';
import { addCommands } from './add-commands.js';
import { dropEmptyVariables } from './environment.js';
import { EXIT, failureOf, type Failure } from './exit.js';
import { rootCommand } from './root-command.js';
import { plainJson, plainLine } from './terminal/plain-text.js';

/**
 * Runs a command.
 * @param args without the program's name
 * @returns the exit code (exit.ts)
 */
export async function run(args: readonly string[]): Promise<number> {
  // A closed pipe (`| head`) is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  dropEmptyVariables();
  const program = rootCommand();
  try {
    await addCommands(program, args);
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    // Commander has already printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const failure = failureOf(error);
    process.stderr.write(
      program.opts<{ output: string }>().output === 'json' ? asJson(failure) : asText(failure),
    );
    return failure.exit;
  }
}

function asJson({ error_code, message, correlation_id, exit }: Failure): string {
  return `${plainJson({ error_code, message, correlation_id, exit }, 0)}\n`;
}

function asText({ message, lines, correlation_id }: Failure): string {
  const id = correlation_id === null ? [] : [`Correlation id ${correlation_id}`];
  return [`countersign: ${message}`, ...lines.map((line) => `  ${line}`), ...id]
    .map((line) => `${plainLine(line)}\n`)
    .join('');
}
