import { IsIn } from 'class-validator';
import type { ActiveSession } from '#libs/reveal';
import { IsId } from '../http/fields.js';

export class OpenRevealBody {
  @IsId()
  access_request_id: string;
}

export class ExpireRevealBody {
  @IsIn(['user_hide', 'unmount'])
  reason: 'user_hide' | 'unmount';
}

/** A reference to a wrap; its value is retrieved separately, once. */
class RevealWrapResponse {
  wrap_id: string;
  key_name: string;
}

export class OpenedRevealResponse {
  session_id: string;
  expires_at: string;
  ttl_seconds: number;
  wraps: readonly RevealWrapResponse[];

  static of(this: void, session: ActiveSession): OpenedRevealResponse {
    const { id, expires_at, ttl_seconds, wraps } = session;
    return { session_id: id, expires_at: expires_at.toISOString(), ttl_seconds, wraps };
  }
}

export class ActiveRevealResponse extends OpenedRevealResponse {
  access_request_id: string;
  opened_at: string;

  static override of(this: void, session: ActiveSession): ActiveRevealResponse {
    const { access_request_id, opened_at } = session;
    return { ...OpenedRevealResponse.of(session), access_request_id, opened_at: opened_at.toISOString() };
  }
}
