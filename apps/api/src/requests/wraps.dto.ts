import { IsOptional } from 'class-validator';
import type { OwnWrapSummary } from '#libs/wraps';
import { IsId } from '../http/fields.js';

export class UserQuery {
  @IsOptional()
  @IsId()
  user_id?: string;
}

/** A wrap, without its value or the value's length. */
export class WrapSummaryResponse {
  wrap_id: string;
  key_name: string;
  status: 'available' | 'consumed' | 'expired';
  expires_at: string;
  /** Time of the retrieval. */
  consumed_at: string | null;
  /** Time at which it was destroyed before its expiry, because its read failed or its request ended. */
  destroyed_at: string | null;

  static of(this: void, wrap: OwnWrapSummary): WrapSummaryResponse {
    return {
      wrap_id: wrap.id,
      key_name: wrap.keyName,
      status: wrap.status,
      expires_at: wrap.expiresAt.toISOString(),
      consumed_at: wrap.consumedAt?.toISOString() ?? null,
      destroyed_at: wrap.destroyedAt?.toISOString() ?? null,
    };
  }
}

export class WrapValueResponse {
  wrap_id: string;
  key_name: string;
  /** The value in base64. */
  value: string;
}
