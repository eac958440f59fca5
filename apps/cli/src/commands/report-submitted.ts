import type { components } from '#client';
import type { Cli } from '../cli.js';
import { reasonOf } from '../exit.js';
import type { AccessRequest } from '../output/request-format.js';
import { whenOf } from '../output/time.js';
import { openPage } from '../terminal/open-page.js';
import { plainLine } from '../terminal/plain-text.js';
import { waitFor } from './wait.js';

type Submitted = components['schemas']['SubmittedRequestResponse'];

/** What is done after a submission: `--wait [span]`, `--open`. */
interface NextOptions {
  readonly wait?: string | true;
  readonly open?: boolean;
}

/** Prints what a submitted request needs next; then opens its page, and waits, if so requested. */
export async function reportSubmitted(
  cli: Cli,
  request: Submitted,
  { wait, open }: NextOptions,
): Promise<void> {
  rememberSubmitted(cli, request);
  if (cli.printer.forPrograms) await cli.printer.one(request, request.id, () => []);
  else
    cli.terminal.write(
      `${plainLine(`Requested ${request.id} (${wordOf(request)}); ${needsOf(request)}.`)}\n`,
    );
  if (open === true) openPage(cli.terminal, 'Its page', new URL(`/requests/${request.id}`, cli.server));
  if (wait !== undefined) await waitFor(cli, request.id, 'executed', wait);
}

/** Stores a submitted request as `@last`, where that is possible, and prints its warnings. */
export function rememberSubmitted(cli: Cli, request: Submitted): void {
  try {
    cli.session.remember({ last_request: request.id });
  } catch (error) {
    // The request exists: its command goes on.
    cli.terminal.warn(`@last does not name this request. ${reasonOf(error)}`);
  }
  for (const { message } of request.warnings) cli.terminal.warn(message);
}

const wordOf = ({ type }: AccessRequest): string => type.replace('_', '-');

function needsOf({ status, min_approvers: least, expires_at }: AccessRequest): string {
  if (status === 'pending_values') return `waits for its values, ends ${whenOf(expires_at)}`;
  if (status !== 'pending') return status;
  return `needs ${least} ${least === 1 ? 'approval' : 'approvals'}, ends ${whenOf(expires_at)}`;
}
