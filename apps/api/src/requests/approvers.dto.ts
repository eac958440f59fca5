import type { ApproverGroup, Approvers } from '#libs/requests';

export class ApproverScopeResponse {
  kind: 'platform' | 'team' | 'project';
  /** Of the team or project; null for the platform. */
  id: string | null;
  name: string | null;
}

export class ApproverGroupResponse {
  role_name: string;
  scope: ApproverScopeResponse;
  /** Active people; counted up to 1,000. */
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
  /** Null when they can, else the code that they would get. */
  reason: string | null;
}

export class ApproversResponse {
  /** Approvals at this stage, of a request that waits for values the one who provides them. */
  needed: number;
  given: number;
  groups: ApproverGroupResponse[];
  /** At most 50, those who can first; empty where the platform's `approver_directory` is `groups`. */
  people: readonly ApproverResponse[];
  /** There are more people. */
  truncated: boolean;

  static of({ groups, ...approvers }: Approvers): ApproversResponse {
    return { ...approvers, groups: groups.map(ApproverGroupResponse.of) };
  }
}
