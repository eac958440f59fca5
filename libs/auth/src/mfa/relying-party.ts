import { Injectable, type OnModuleInit } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  CredentialDeviceType,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AuthOptions } from '../auth-options.js';
import { conveysNoCertificate } from './attestation-conveyance.js';
import type { WebauthnFactor } from './webauthn-factors.store.js';

const NAME = 'Countersign';
/** COSE algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
/** Longer credential ids are rejected (WebAuthn Level 3 §7.1). */
const MAX_CREDENTIAL_ID_BYTES = 1023;
const TRANSPORT = /^[a-z-]{1,32}$/;
const MAX_TRANSPORTS = 10;

type Known = Pick<WebauthnFactor, 'credentialId' | 'transports'>;

/** A newly created credential. */
export interface NewCredential {
  /** base64url */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Whether it may be backed up or synced to other devices; this never changes. */
  readonly backupEligible: boolean;
}

/** The WebAuthn relying party: creates options for browsers and verifies their responses. Stateless. */
@Injectable()
export class RelyingParty implements OnModuleInit {
  constructor(private readonly options: AuthOptions) {}

  /**
   * Loads the library at boot, so that the first ceremony does not wait for it. It is not imported statically: its X.509
   * parsers take a sixth of the startup time, and the worker needs none of them.
   */
  async onModuleInit(): Promise<void> {
    if (this.options.webauthn) await import('@simplewebauthn/server');
  }

  /** Whether the relying party id and origins are configured; without them WebAuthn is disabled. */
  get isConfigured(): boolean {
    return this.options.webauthn !== null;
  }

  /** Returns the options to create a credential. @param known the user's credentials, to exclude */
  async creationOptions(
    user: { userId: string; email: string },
    known: readonly Known[],
    lifetimeSeconds: number,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
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

  /** Returns the options to sign with one of the credentials. @param challenge base64url; a new one by default */
  async requestOptions(
    allowed: readonly Known[],
    lifetimeSeconds: number,
    challenge?: string,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    return generateAuthenticationOptions({
      // The library encodes a string itself, so the challenge is passed decoded.
      ...(challenge === undefined ? {} : { challenge: new Uint8Array(Buffer.from(challenge, 'base64url')) }),
      rpID: this.party.rpId,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: 'required',
      timeout: lifetimeSeconds * 1000,
    });
  }

  /**
   * Verifies a registration (WebAuthn Level 3 §7.1).
   *
   * @param response a RegistrationResponseJSON, untrusted
   * @param challenge base64url
   * @returns the credential, or null when the registration is invalid
   */
  async verifyRegistration(response: object, challenge: string): Promise<NewCredential | null> {
    const registration = response as RegistrationResponseJSON;
    return nullIfInvalid(async () => {
      if (await isCrossOrigin(registration.response.clientDataJSON)) return null;
      if (!(await conveysNoCertificate(registration.response.attestationObject))) return null;
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
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
      const { isoBase64URL } = await import('@simplewebauthn/server/helpers');
      if (isoBase64URL.toBuffer(id).length > MAX_CREDENTIAL_ID_BYTES) return null;
      const transports = transportsOf(registration.response.transports);
      const backupEligible = isBackupEligible(credentialDeviceType);
      return { credentialId: id, publicKey, signCount: counter, transports, backupEligible };
    });
  }

  /**
   * Verifies an assertion (WebAuthn Level 3 §7.2), except the signature counter, which the caller compares with the stored one.
   *
   * @param response an AuthenticationResponseJSON, untrusted
   * @param challenge base64url
   * @param credential one of the user's own
   * @returns the signature counter, or null when the assertion is invalid
   */
  async verifyAssertion(
    response: object,
    challenge: string,
    userId: string,
    credential: WebauthnFactor,
  ): Promise<number | null> {
    const assertion = response as AuthenticationResponseJSON;
    return nullIfInvalid(async () => {
      if (await isCrossOrigin(assertion.response.clientDataJSON)) return null;
      const { userHandle: named } = assertion.response as { userHandle?: string | null };
      if ((named ?? null) !== null && named !== Buffer.from(userHandle(userId)).toString('base64url'))
        return null;
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion,
        expectedChallenge: challenge,
        ...this.expected(),
        // With 0 the library skips its own comparison, which would run before the signature check and without a row lock.
        credential: {
          id: credential.credentialId,
          publicKey: new Uint8Array(credential.publicKey),
          counter: 0,
        },
      });
      if (!verified) return null;
      const { newCounter, credentialDeviceType } = authenticationInfo;
      const { backupEligible } = credential;
      // The library compares the two backup flags with each other, but not with those of the registration (§7.2).
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

/** Returns the user handle: the user's random id, which reveals nothing about the person (WebAuthn Level 3 §14.6.1). */
function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

function descriptorOf({ credentialId, transports }: Known) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

/** Keeps well-formed transport hints; browsers may add new ones. */
function transportsOf(sent: unknown): string[] {
  if (!Array.isArray(sent)) return [];
  const texts = sent.filter((each): each is string => typeof each === 'string' && TRANSPORT.test(each));
  return [...new Set(texts)].slice(0, MAX_TRANSPORTS);
}

/** multiDevice is the library's name for the BE flag (WebAuthn Level 3 §6.1.3). */
function isBackupEligible(deviceType: CredentialDeviceType): boolean {
  return deviceType === 'multiDevice';
}

/** Detects a ceremony in a cross-origin frame: our pages are never embedded (§7.1 and §7.2, crossOrigin). */
async function isCrossOrigin(clientDataJson: string): Promise<boolean> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJson);
  return (crossOrigin ?? false) !== false || topOrigin !== undefined;
}

/**
 * The library throws for an invalid response. Without certificates it does no I/O that could fail for other reasons.
 */
async function nullIfInvalid<Value>(verify: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
