import type { ApproverGroup, Approvers } from '#libs/requests';

export class ApproverScopeResponse {
  kind: 'platform' | 'team' | 'project';
  /** Id of the team or project; null for the platform. */
  id: string | null;
  name: string | null;
}

export class ApproverGroupResponse {
  role_name: string;
  scope: ApproverScopeResponse;
  /** Number of active users, at most 1,000. */
  count: number;

  static of(this: void, { role_name, count, ...scope }: ApproverGroup): ApproverGroupResponse {
    return { role_name, scope, count };
  }
}

export class ApproverResponse {
  user_id: string;
  display_name: string | null;
  email: string;
  can: boolean;
  /** Null when the user can approve, else the error code. */
  reason: string | null;
}

export class ApproversResponse {
  /** Approvals required at this stage; 1 while the request awaits values. */
  needed: number;
  given: number;
  groups: ApproverGroupResponse[];
  /** At most 50, those who can approve first; empty when the platform setting `approver_directory` is `groups`. */
  people: readonly ApproverResponse[];
  /** Whether there are more people than listed. */
  truncated: boolean;

  static of({ groups, ...approvers }: Approvers): ApproversResponse {
    return { ...approvers, groups: groups.map(ApproverGroupResponse.of) };
  }
}
