import type { Call } from '../load/journal.js';
import type { Outcome } from '../outcome.js';
import type { Exit } from '../supervised-process.js';

/** Rows as the tables hold them once the run is over; members are named as their columns. */
export interface Tables {
  readonly requests: readonly RequestRow[];
  readonly approvals: readonly {
    request_id: string;
    approver_id: string;
    decision: string;
    voted_as: string | null;
  }[];
  readonly jobs: readonly JobRow[];
  readonly wraps: readonly WrapRow[];
  readonly revealSessions: readonly { id: string; access_request_id: string; ended: boolean }[];
  /** `public_key` is in base64. */
  readonly agents: readonly { id: string; status: string; public_key: string }[];
  readonly tokens: readonly { id: string; agent_id: string | null }[];
  readonly sessions: readonly { id: string; user_id: string; revoked: boolean; stepped_up: boolean }[];
  readonly factors: readonly { id: string; user_id: string }[];
  readonly users: readonly { id: string; email: string }[];
  readonly projects: readonly { id: string; name: string }[];
}

export interface RequestRow {
  readonly id: string;
  readonly type: 'read' | 'patch' | 'cross_team';
  readonly status: string;
  readonly requester_id: string;
  readonly secret_ref: string;
  readonly keys: readonly string[];
  readonly min_approvers: number;
  readonly requires_security_approval: boolean;
  readonly filled_by_user_id: string | null;
}

export interface JobRow {
  readonly id: string;
  readonly request_id: string | null;
  readonly status: 'queued' | 'claimed' | 'succeeded' | 'failed';
  readonly attempt: number;
  readonly error: string | null;
  /** When the lease of the last claim ends or ended (milliseconds since the epoch). */
  readonly lease_ends: number | null;
}

export interface WrapRow {
  readonly id: string;
  readonly request_id: string;
  readonly key_name: string;
  readonly audience: 'agent' | 'requester';
  readonly job_id: string | null;
  readonly attempt: number | null;
  readonly consumed: boolean;
  readonly has_ciphertext: boolean;
}

export interface AuditRow {
  readonly id: string;
  /** Milliseconds since the epoch, with microseconds behind the point. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly resource: string | null;
  readonly status: 'success' | 'denied' | 'failure';
  readonly metadata: Readonly<Record<string, any>>;
}

/** The input of the checks. */
export interface Facts {
  /** How many injections the run was to make. */
  readonly wanted: number;
  /** How long it took, and how long it may. */
  readonly seconds: number;
  readonly limitSeconds: number;
  readonly calls: readonly Call[];
  readonly tables: Tables;
  /** In the order in which they were written. */
  readonly events: readonly AuditRow[];
  readonly outcomes: readonly Outcome[];
  readonly exits: readonly Exit[];
  /** Processes of the run that are still there after it. */
  readonly orphans: readonly string[];
  /** Lines of the logs that should not be there. */
  readonly complaints: readonly string[];
}

/** A check returns one sentence per fault; none when all is well. */
export type Check = (facts: Facts) => string[];
