import { Injectable } from '@nestjs/common';
import { KeyService, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';

interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** Encrypts ID tokens, which are stored only for the logout at the provider. */
@Injectable()
export class SealedIdTokens {
  constructor(private readonly keys: KeyService) {}

  async seal(idToken: string, of: Subject): Promise<string> {
    const bytes = SecretBytes.fromUtf8(idToken);
    const sealed = await sealBlob(bytes, labelOf(of), this.keys);
    bytes.wipe();
    return sealed;
  }

  /** Decrypts the token. @throws KeyServiceError for another subject's, or when the key service is unavailable */
  async open(sealed: string, of: Subject): Promise<string> {
    const bytes = await openBlob(sealed, labelOf(of), this.keys);
    const idToken = Buffer.from(bytes.reveal()).toString('utf8');
    bytes.wipe();
    return idToken;
  }
}

function labelOf({ issuer, subject }: Subject): string {
  return `oidc-id-token|${issuer}|${subject}`;
}
