import { Injectable } from '@nestjs/common';
import { KeyService, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';

/** Encrypts the secret of a TOTP factor, bound to the factor, and decrypts it. */
@Injectable()
export class TotpSecrets {
  constructor(private readonly keys: KeyService) {}

  /** Encrypts the secret. @throws KeyUnavailableError */
  async seal(secret: Uint8Array, factorId: string): Promise<string> {
    const bytes = SecretBytes.from(secret);
    try {
      return await sealBlob(bytes, labelOf(factorId), this.keys);
    } finally {
      bytes.wipe();
    }
  }

  /**
   * Decrypts the secret; the caller wipes it.
   *
   * @throws KeyUnavailableError, KeyServiceError for another factor's secret
   */
  async open(sealed: string, factorId: string): Promise<SecretBytes> {
    return openBlob(sealed, labelOf(factorId), this.keys);
  }
}

function labelOf(factorId: string): string {
  return `mfa-factor|${factorId}`;
}
