import type { RequestDetail } from '../api/queries/requests.js';
import { messageOf } from '../api/error-messages.js';
import { STATUSES } from './request-labels.js';
import { clockTime } from './time.js';

export interface OfferedAction {
  readonly allowed: boolean;
  /** Why not, as a sentence. */
  readonly reason: string | null;
}

type Action = 'approve' | 'reject' | 'cancel' | 'reveal' | 'fill' | 'refuse' | 'verify';
const NEEDED: Readonly<Partial<Record<Action, string>>> = {
  fill: 'secret.value.provide for the team that is asked',
  refuse: 'secret.value.provide for the team that is asked',
  verify: 'secret.approve or secret.security.approve',
};

/** Returns what the person can do of this kind with a request; null where a request like this has no such action. */
export function actionOf(request: RequestDetail, action: Action, myId: string): OfferedAction | null {
  const found = request.allowed_actions.find((each) => each.action === action);
  if (found === undefined) return null;
  const { allowed, reason } = found;
  return { allowed, reason: reason === null ? null : sentenceAgainst(request, action, reason, myId) };
}

function sentenceAgainst(request: RequestDetail, action: Action, code: string, myId: string): string {
  // A participant of a cross-team request may lack the permission, too: separation of duties is the better reason.
  if (code === 'separation_of_duties_violated' || hasPart(request, action, myId))
    return dutyAgainst(request, action, myId);
  if (code === 'permission_denied')
    return `This requires the permission ${NEEDED[action] ?? 'secret.approve'}.`;
  if (code === 'duplicate_vote') return voteAgainst(request, myId);
  return code.endsWith('status_invalid_transition')
    ? statusAgainst(request, action)
    : handOverAgainst(request, code);
}

function voteAgainst({ approvals }: RequestDetail, myId: string): string {
  const mine = approvals.find(({ approver_id }) => approver_id === myId);
  return mine === undefined
    ? messageOf('duplicate_vote')
    : `You decided this at ${clockTime(mine.created_at)}.`;
}

function statusAgainst({ status, expires_at }: RequestDetail, action: Action): string {
  if (status === 'expired' && (action === 'fill' || action === 'refuse')) return windowOver(expires_at);
  if (action === 'verify' && status === 'pending_values') return 'The values are not provided yet.';
  if (action === 'cancel' && status === 'approved') return 'An agent is carrying it out already.';
  return `It is ${STATUSES[status].word.toLowerCase()} already.`;
}

function handOverAgainst({ names, expires_at }: RequestDetail, code: string): string {
  if (code === 'cross_team_already_filled')
    return `${names?.filled_by ?? 'Somebody'} provided the values already.`;
  return code === 'fill_window_expired' ? windowOver(expires_at) : messageOf(code);
}

function windowOver(end: string): string {
  return `The time to provide these values ended at ${clockTime(end)}.`;
}

/** Whether this person already has a part in the cross-team request, which excludes them from this action. */
function hasPart(
  { status, requester_id, filled_by_user_id }: RequestDetail,
  action: Action,
  me: string,
): boolean {
  if (status === 'pending_values') return requester_id === me && (action === 'fill' || action === 'refuse');
  return (
    status === 'pending_verification' && action === 'verify' && [requester_id, filled_by_user_id].includes(me)
  );
}

/** One person has one part in a request: says which is this person's. */
function dutyAgainst(request: RequestDetail, action: Action, myId: string): string {
  const providing = action === 'fill' || action === 'refuse';
  if (request.requester_id === myId)
    return `You requested this yourself; somebody else must ${providing ? 'answer it' : 'decide'}.`;
  if (request.filled_by_user_id === myId) return 'You provided these values; somebody else must verify them.';
  if (request.approvals.some(({ approver_id: id }) => id === myId))
    return 'You approved this for the source; somebody else must do so for security.';
  return messageOf('separation_of_duties_violated');
}
