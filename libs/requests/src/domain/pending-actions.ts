import type { Permission } from '#libs/permissions';
import type { RequestStatus, RequestType } from './request-state.js';

/** A pending action on a request: the permission that it requires, and what the user does. */
export interface PendingAction {
  readonly permission: Permission;
  readonly action: 'approve' | 'verify' | 'fill';
  /** Where the permission must be held. */
  readonly at: 'project' | 'target_team' | 'everywhere';
}

interface RequestStage {
  readonly type: RequestType;
  readonly status: RequestStatus;
  readonly minApprovers: number;
  readonly requiresSecurityApproval: boolean;
}

const APPROVE: PendingAction = { permission: 'secret.approve', action: 'approve', at: 'project' };
const FILL: PendingAction = { permission: 'secret.value.provide', action: 'fill', at: 'target_team' };
const SOURCE_VOTE: PendingAction = { permission: 'secret.approve', action: 'verify', at: 'project' };
const SECURITY_VOTE: PendingAction = {
  permission: 'secret.security.approve',
  action: 'verify',
  at: 'everywhere',
};

/** Returns the pending actions at this stage of the request: first the values, where another team provides them, then votes. */
export function pendingActionsOf({
  type,
  status,
  minApprovers,
  requiresSecurityApproval,
}: RequestStage): PendingAction[] {
  if (type !== 'cross_team') return [APPROVE];
  if (status === 'pending_values') return [FILL];
  return [...(minApprovers > 0 ? [SOURCE_VOTE] : []), ...(requiresSecurityApproval ? [SECURITY_VOTE] : [])];
}
