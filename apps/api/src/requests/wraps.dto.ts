import { IsOptional } from 'class-validator';
import type { WrapSummary } from '#libs/wraps';
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

  static of(this: void, { id, keyName, status, expiresAt }: WrapSummary): WrapSummaryResponse {
    return { wrap_id: id, key_name: keyName, status, expires_at: expiresAt.toISOString() };
  }
}

export class WrapValueResponse {
  wrap_id: string;
  key_name: string;
  /** base64 */
  value: string;
}
