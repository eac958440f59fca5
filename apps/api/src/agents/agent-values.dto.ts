import { IsString, Matches, MaxLength } from 'class-validator';
import type { IssuedDataKey, StoredPost, RetrievedAgentWrap } from '#libs/agents';
import { HPKE_ALGORITHM } from '#libs/agent-protocol';
import { IsId } from '../http/fields.js';
import { Attempted } from './agent-jobs.dto.js';

const MAX_NONCE_LENGTH = 64;
/** Base64 of 64 KiB and a tag of 16 bytes. */
const MAX_CIPHERTEXT_LENGTH = 87_404;
const KEY_NAME = /^[A-Za-z0-9_.\-/]{1,256}$/;

export class DekBody extends Attempted {
  @IsId()
  job_id: string;
}

export class DekResponse {
  dek_id: string;
  alg: string;
  enc: string;
  sealed_key: string;
  expires_at: string;

  static of(this: void, key: IssuedDataKey): DekResponse {
    const { dekId, enc, sealedKey, expiresAt } = key;
    const expires_at = expiresAt.toISOString();
    return { dek_id: dekId, alg: HPKE_ALGORITHM, enc, sealed_key: sealedKey, expires_at };
  }
}

export class WrapBody extends Attempted {
  @IsId()
  job_id: string;

  @IsId()
  dek_id: string;

  @Matches(KEY_NAME)
  key_name: string;

  /** 12 bytes in base64. */
  @IsString()
  @MaxLength(MAX_NONCE_LENGTH)
  nonce: string;

  /** The ciphertext with its tag in base64. */
  @IsString()
  @MaxLength(MAX_CIPHERTEXT_LENGTH)
  ciphertext: string;
}

export class WrapResponse {
  wrap_id: string;
  key_name: string;
  expires_at: string;

  static of(this: void, wrap: StoredPost): WrapResponse {
    return { wrap_id: wrap.wrapId, key_name: wrap.keyName, expires_at: wrap.expiresAt.toISOString() };
  }
}

export class TakenWrapResponse {
  wrap_id: string;
  request_id: string;
  key_name: string;
  alg: string;
  enc: string;
  ciphertext: string;

  static of(this: void, wrap: RetrievedAgentWrap): TakenWrapResponse {
    const { wrapId, requestId, keyName, enc, ciphertext } = wrap;
    return {
      wrap_id: wrapId,
      request_id: requestId,
      key_name: keyName,
      alg: HPKE_ALGORITHM,
      enc,
      ciphertext,
    };
  }
}
