import { CommanderError } from 'commander';
import { addCommands } from './add-commands.js';
import { dropEmptyVariables } from './environment.js';
import { CliError, EXIT, failureOf, type Failure } from './exit.js';
import { wantsJson } from './global-options.js';
import { rootCommand } from './root-command.js';
import { plainJson, plainLine } from './terminal/plain-text.js';

/**
 * Runs a command.
 * @param args without the program's name
 * @returns the exit code (exit.ts)
 */
export async function run(args: readonly string[]): Promise<number> {
  process.stdout.on('error', endWithoutOutput);
  // Nobody reads the messages any more (`2>&1 | head`).
  process.stderr.on('error', () => undefined);
  dropEmptyVariables();
  const program = rootCommand();
  try {
    await addCommands(program, args);
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return EXIT.done;
    const failure = failureOf(isUsage ? usageFault(error) : error);
    if (wantsJson(program)) process.stderr.write(asJson(failure));
    // As text Commander has printed its own already.
    else if (!isUsage) process.stderr.write(asText(failure));
    return failure.exit;
  }
}

/** Ends the program, unless a command goes on without its output. A closed pipe (`| head`) is not a failure. */
function endWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  if (process.stdout.listenerCount('error') > 1) return;
  if (code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`countersign: The output could not be written: ${message}.\n`);
  process.exit(EXIT.failed);
}

/** Of a command without its verb Commander says only that it printed the help. */
function usageFault({ code, message }: CommanderError): CliError {
  const text = code === 'commander.help' ? 'Which command? Add --help.' : message.replace(/^error: /, '');
  return new CliError(EXIT.usage, text);
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
