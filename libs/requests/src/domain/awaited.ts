import type { Permission } from '#libs/permissions';
import type { RequestStatus, RequestType } from './request-state.js';

/** One thing that people are asked for on a request: the permission it takes, and the action by which they do it. */
export interface Awaited {
  readonly permission: Permission;
  readonly action: 'approve' | 'verify' | 'fill';
  /** Where the permission has to be held. */
  readonly at: 'project' | 'target_team' | 'everywhere';
}

interface Asked {
  readonly type: RequestType;
  readonly status: RequestStatus;
  readonly minApprovers: number;
  readonly requiresSecurityApproval: boolean;
}

const APPROVE: Awaited = { permission: 'secret.approve', action: 'approve', at: 'project' };
const FILL: Awaited = { permission: 'secret.value.provide', action: 'fill', at: 'target_team' };
const SOURCE_VOTE: Awaited = { permission: 'secret.approve', action: 'verify', at: 'project' };
const SECURITY_VOTE: Awaited = { permission: 'secret.security.approve', action: 'verify', at: 'everywhere' };

/** Returns what people are asked for at this stage of the request: values first where another team provides them, then votes. */
export function awaitedOf({ type, status, minApprovers, requiresSecurityApproval }: Asked): Awaited[] {
  if (type !== 'cross_team') return [APPROVE];
  if (status === 'pending_values') return [FILL];
  return [...(minApprovers > 0 ? [SOURCE_VOTE] : []), ...(requiresSecurityApproval ? [SECURITY_VOTE] : [])];
}
