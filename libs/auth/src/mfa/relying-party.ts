import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type CredentialDeviceType,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import { AuthOptions } from '../auth-options.js';
import { conveysNoCertificate } from './attestation-conveyance.js';
import type { WebauthnFactor } from './webauthn-factors.store.js';

const NAME = 'Countersign';
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
/** WebAuthn Level 3 §7.1: longer credential ids are refused. */
const LONGEST_CREDENTIAL_ID_BYTES = 1023;
const TRANSPORT = /^[a-z-]{1,32}$/;
const MOST_TRANSPORTS = 10;

type Known = Pick<WebauthnFactor, 'credentialId' | 'transports'>;

/** A credential that an authenticator just made. */
export interface NewCredential {
  /** base64url */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** It may be backed up, or synced to other devices; this never changes. */
  readonly backupEligible: boolean;
}

/** Our side of WebAuthn: what browsers are asked, and what of their answers holds. Keeps nothing. */
@Injectable()
export class RelyingParty {
  constructor(private readonly options: AuthOptions) {}

  /** Without a relying party id and origins there is no WebAuthn. */
  get configured(): boolean {
    return this.options.webauthn !== null;
  }

  /** What a browser needs to make a credential. @param known those of the user's, not to be made again */
  async creationOptions(
    user: { userId: string; email: string },
    known: readonly Known[],
    lifetimeSeconds: number,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return generateRegistrationOptions({
      rpName: NAME,
      rpID: this.party.rpId,
      userID: userHandle(user.userId),
      userName: user.email,
      userDisplayName: user.email,
      timeout: lifetimeSeconds * 1000,
      attestationType: 'none',
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** What a browser needs to have one of the credentials sign. */
  async requestOptions(
    allowed: readonly Known[],
    lifetimeSeconds: number,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return generateAuthenticationOptions({
      rpID: this.party.rpId,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: 'required',
      timeout: lifetimeSeconds * 1000,
    });
  }

  /**
   * The credential of a registration that holds (WebAuthn Level 3 §7.1), else null.
   *
   * @param response a RegistrationResponseJSON, as far as the caller is to be believed
   * @param challenge base64url
   */
  async attested(response: object, challenge: string): Promise<NewCredential | null> {
    const registration = response as RegistrationResponseJSON;
    return nullUnlessSound(async () => {
      if (isFramed(registration.response.clientDataJSON)) return null;
      if (!conveysNoCertificate(registration.response.attestationObject)) return null;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: registration,
        expectedChallenge: challenge,
        ...this.expected(),
        requireUserPresence: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified) return null;
      const { credential, credentialDeviceType } = registrationInfo;
      const { id, publicKey, counter } = credential;
      if (isoBase64URL.toBuffer(id).length > LONGEST_CREDENTIAL_ID_BYTES) return null;
      const transports = transportsOf(registration.response.transports);
      const backupEligible = isBackupEligible(credentialDeviceType);
      return { credentialId: id, publicKey, signCount: counter, transports, backupEligible };
    });
  }

  /**
   * The signature counter of an assertion that holds (WebAuthn Level 3 §7.2), else null. Whether the counter
   * grew is for whoever stores it to decide.
   *
   * @param response an AuthenticationResponseJSON, as far as the caller is to be believed
   * @param challenge base64url
   * @param credential the user's own
   */
  async asserted(
    response: object,
    challenge: string,
    userId: string,
    credential: WebauthnFactor,
  ): Promise<number | null> {
    const assertion = response as AuthenticationResponseJSON;
    return nullUnlessSound(async () => {
      if (isFramed(assertion.response.clientDataJSON)) return null;
      const { userHandle: named } = assertion.response as { userHandle?: string | null };
      if ((named ?? null) !== null && named !== isoBase64URL.fromBuffer(userHandle(userId))) return null;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion,
        expectedChallenge: challenge,
        ...this.expected(),
        // A counter of 0 keeps the library from judging it before the signature, and without the row's lock.
        credential: {
          id: credential.credentialId,
          publicKey: new Uint8Array(credential.publicKey),
          counter: 0,
        },
      });
      if (!verified) return null;
      const { newCounter, credentialDeviceType } = authenticationInfo;
      const { backupEligible } = credential;
      // The library compares the two backup flags with each other, and not with the registration's (§7.2).
      if (backupEligible !== null && backupEligible !== isBackupEligible(credentialDeviceType)) return null;
      return newCounter;
    });
  }

  private expected() {
    const { rpId, origins } = this.party;
    return { expectedOrigin: [...origins], expectedRPID: rpId, requireUserVerification: true };
  }

  private get party() {
    const { webauthn } = this.options;
    if (!webauthn) throw new Error('WebAuthn is not configured.');
    return webauthn;
  }
}

/** The user's id, which is random and says nothing of the person (WebAuthn Level 3 §14.6.1). */
function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

function descriptorOf({ credentialId, transports }: Known) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

/** Hints of the client for later calls; new ones may come, so that they are checked by form. */
function transportsOf(sent: unknown): string[] {
  if (!Array.isArray(sent)) return [];
  const texts = sent.filter((each): each is string => typeof each === 'string' && TRANSPORT.test(each));
  return [...new Set(texts)].slice(0, MOST_TRANSPORTS);
}

/** The library's word for the flag BE (WebAuthn Level 3 §6.1.3). */
function isBackupEligible(deviceType: CredentialDeviceType): boolean {
  return deviceType === 'multiDevice';
}

/** We are never embedded in another page, so that no ceremony of ours runs in one (§7.1 and §7.2, crossOrigin). */
function isFramed(clientDataJson: string): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJson);
  return (crossOrigin ?? false) !== false || topOrigin !== undefined;
}

/** The library says by an error what does not hold; with no certificate to check it reads nothing but its arguments. */
async function nullUnlessSound<Value>(verify: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
