import type { TimelineDetail, TimelineEntry, TimelineStep } from '#libs/requests';

export class TimelineActorResponse {
  /** `user:<uuid>`, `agent:<uuid>` or `system:<task>`. */
  ref: string;
  /** Of a person the display name, else the e-mail; null for the service itself. */
  name: string | null;
}

export class TimelineDetailResponse implements TimelineDetail {
  /** Of a vote. */
  decision?: 'approve' | 'reject';
  /** Of a vote on a cross-team request. */
  voted_as?: 'source' | 'security';
  /** Of a wrap, as the next one. */
  key_name?: string;
  audience?: 'agent' | 'requester';
  /** Of a job that was claimed or lost. */
  attempt?: number;
  /** Of a failed request. */
  error?: string;
  /** Of a comment. */
  comment_id?: string;
  text?: string;
}

export class TimelineEntryResponse {
  at: string;
  what: TimelineStep;
  by: TimelineActorResponse;
  detail: TimelineDetailResponse;

  static of(this: void, { at, ...entry }: TimelineEntry): TimelineEntryResponse {
    return { at: at.toISOString(), ...entry };
  }
}
