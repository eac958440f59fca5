import { Injectable } from '@nestjs/common';
import { KeyService, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';

/** Seals the secret of a TOTP factor for its row, and opens it; a secret opens for its own factor only. */
@Injectable()
export class TotpSecrets {
  constructor(private readonly keys: KeyService) {}

  /** @throws KeyUnavailableError */
  async seal(secret: Uint8Array, factorId: string): Promise<string> {
    const bytes = SecretBytes.from(secret);
    try {
      return await sealBlob(bytes, labelOf(factorId), this.keys);
    } finally {
      bytes.wipe();
    }
  }

  /** The caller wipes what it gets. @throws KeyUnavailableError, KeyServiceError for another factor's secret */
  async open(sealed: string, factorId: string): Promise<SecretBytes> {
    return openBlob(sealed, labelOf(factorId), this.keys);
  }
}

function labelOf(factorId: string): string {
  return `mfa-factor|${factorId}`;
}
