import { IsOptional } from 'class-validator';
import type { OwnWrapSummary } from '#libs/wraps';
import { IsId } from '../http/fields.js';

export class UserQuery {
  @IsOptional()
  @IsId()
  user_id?: string;
}

/** Says nothing of the value, its length included. */
export class WrapSummaryResponse {
  wrap_id: string;
  key_name: string;
  status: 'available' | 'consumed' | 'expired';
  expires_at: string;
  /** When it was retrieved. */
  consumed_at: string | null;
  /** When it was destroyed before it expired: its read failed, or its request ended. */
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
  /** base64 */
  value: string;
}
