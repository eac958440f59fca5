import type { Command } from 'commander';
import { LongPoll } from '../api/long-poll.js';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { requestIdOf } from '../find/request-id.js';
import { isTerminal, type RequestDetail } from '../output/request-format.js';
import { millisecondsOf } from '../output/time.js';
import { examples } from '../examples.js';

/** The goals of a wait. */
const GOALS = ['approved', 'executed', 'ended'] as const;
export type Goal = (typeof GOALS)[number];

const DEFAULT_TIMEOUT = '30m';

/** Adds wait: until a request is approved, its values can be retrieved, or it has ended. */
export function addWait(program: Command): void {
  program
    .command('wait <request>')
    .description('wait until a request is approved, executed or over')
    .option('--for <goal>', GOALS.join(', '), 'executed')
    .option('--at-most <span>', 'how long', DEFAULT_TIMEOUT)
    .addHelpText('after', examples('wait @last', 'wait @last --for approved --at-most 2h'))
    .action(
      action(async (cli, given: string, options: { for: string; atMost: string }) => {
        const goal = GOALS.find((each) => each === options.for);
        if (goal === undefined) throw new CliError(EXIT.usage, `--for takes ${GOALS.join(', ')}.`);
        await waitFor(cli, await requestIdOf(cli, given), goal, options.atMost);
      }),
    );
}

/**
 * Waits for a request, and prints its progress.
 * @param span maximum wait: `10m`; true for half an hour
 * @throws CliError: rejected, when the goal can't be reached any more; timeout
 */
export async function waitFor(cli: Cli, id: string, goal: Goal, span: string | true): Promise<RequestDetail> {
  const atMost = millisecondsOf(span === true ? DEFAULT_TIMEOUT : span);
  if (atMost === null) throw new CliError(EXIT.usage, 'How long to wait is a span of time: 90s, 10m.');
  const end = Date.now() + atMost;
  const watched = longPollRequest(cli, id);
  let [status, said] = ['', ''];
  for (let request = await watched.next(end); request; request = await watched.next(end)) {
    status = request.status;
    const now = progressOf(request);
    if (now !== said) cli.terminal.say(now);
    said = now;
    if (isReached(request, goal)) return request;
    if (isTerminal(request.status)) throw new CliError(EXIT.notExecuted, endOf(request));
  }
  throw new CliError(EXIT.timeout, `It is still ${status}.`);
}

/** Returns a request as a watched response. @param own headers of every call */
export function longPollRequest(
  { api, timeoutMs, terminal }: Cli,
  id: string,
  own: Readonly<Record<string, string>> = {},
): LongPoll<RequestDetail> {
  const params = { path: { id } };
  const call = (headers: Readonly<Record<string, string>>) =>
    api.GET('/api/v1/requests/{id}', { params, headers: { ...own, ...headers } });
  return new LongPoll(call, timeoutMs, (line) => terminal.say(line));
}

function isReached({ status }: RequestDetail, goal: Goal): boolean {
  if (goal === 'ended') return isTerminal(status);
  return status === 'executed' || (goal === 'approved' && status === 'approved');
}

function progressOf({ status, approvals_count: count, min_approvers: least, job }: RequestDetail): string {
  if (status === 'pending') return `Waiting for approval: ${count} of ${least}.`;
  if (status === 'approved')
    return job?.agent_name ? `Approved; ${job.agent_name} is at work.` : 'Approved; waiting for an agent.';
  return status === 'executed' ? 'Executed.' : `It is ${status.replaceAll('_', ' ')}.`;
}

function endOf({ status, error, reject_reason: reason, refuse_reason: refused }: RequestDetail): string {
  const why = error ?? reason ?? refused;
  return why === null ? `The request is ${status}.` : `The request is ${status}: ${why}`;
}
