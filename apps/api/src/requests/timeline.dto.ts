import type { TimelineDetail, TimelineEntry, TimelineStep } from '#libs/requests';

export class TimelineActorResponse {
  /** `user:<uuid>`, `agent:<uuid>` or `system:<task>`. */
  ref: string;
  /** Display name of a user, else the e-mail; null for the service itself. */
  name: string | null;
}

export class TimelineDetailResponse implements TimelineDetail {
  /** Present for a vote. */
  decision?: 'approve' | 'reject';
  /** Present for a vote on a cross-team request. */
  voted_as?: 'source' | 'security';
  /** Present for a wrap, like `audience`. */
  key_name?: string;
  audience?: 'agent' | 'requester';
  /** Present for a claimed or lost job. */
  attempt?: number;
  /** Present for an opened reveal session: how long it is open. What was not retrieved is destroyed with its end. */
  ttl_seconds?: number;
  /** Present for a failed request. */
  error?: string;
  /** Present for a comment. */
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
