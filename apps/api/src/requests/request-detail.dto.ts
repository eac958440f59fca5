import type { ApprovalRow, RequestDetails } from '#libs/requests';
import { CandidateResponse } from '../policies/simulation.dto.js';
import { RequestResponse } from './requests.dto.js';

export class ApprovalResponse {
  approver_id: string;
  approver_email: string;
  decision: 'approve' | 'reject';
  voted_as: 'source' | 'security' | null;
  comment: string | null;
  created_at: string;

  static of(this: void, row: ApprovalRow): ApprovalResponse {
    return { ...row, created_at: row.created_at.toISOString() };
  }
}

/** The rule that was applied when the request was submitted. */
export class DecisionResponse {
  rule_id: string;
  /** Name of the rule at that time; null when the rule's versions are no longer stored. */
  rule_name: string | null;
  rule_version: number | null;
  workflow_name: string | null;
  decided_at: string;
  /** The other rules that were evaluated; null when they are no longer stored. */
  candidates: CandidateResponse[] | null;
}

/** The job that executes the request. */
export class RequestJobResponse {
  id: string;
  status: 'queued' | 'claimed' | 'succeeded' | 'failed';
  attempt: number;
  agent_name: string | null;
  claimed_at: string | null;
}

/** Lifetimes in seconds of the request, and of its values from each step, as stored at submission. */
export class LifetimesResponse {
  request: number;
  created: number;
  approved: number;
  claimed: number;
}

class DetailMembers {
  decision: DecisionResponse;
  job: RequestJobResponse | null;
  approved_at: string | null;
  lifetimes: LifetimesResponse;
}

export class RequestDetailResponse extends RequestResponse implements DetailMembers {
  approvals: ApprovalResponse[];
  decision: DecisionResponse;
  /** Null until the request is approved. */
  job: RequestJobResponse | null;
  approved_at: string | null;
  lifetimes: LifetimesResponse;

  /** Returns the members that the row itself does not have. */
  static membersOf({ job, approved_at, ...row }: RequestDetails): DetailMembers {
    const { rule_id, rule_name, rule_version, workflow_name } = row;
    const decided_at = row.decided_at.toISOString();
    return {
      decision: { rule_id, rule_name, rule_version, workflow_name, decided_at, candidates: null },
      job: job && { ...job, claimed_at: job.claimed_at?.toISOString() ?? null },
      approved_at: approved_at?.toISOString() ?? null,
      lifetimes: {
        request: row.request_ttl_seconds,
        created: row.wrap_ttl_created_seconds,
        approved: row.wrap_ttl_approved_seconds,
        claimed: row.wrap_ttl_claimed_seconds,
      },
    };
  }
}
