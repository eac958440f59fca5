import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { cbor } from './cbor.js';

/** Flags of authenticator data (WebAuthn Level 3 §6.1). */
export const FLAGS = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40 } as const;
const GOOD = FLAGS.up | FLAGS.uv;
const ES256 = -7;

/** What browser and authenticator may get wrong, or lie about. */
export interface Flaws {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly algorithm?: number;
  readonly format?: string;
  readonly statement?: ReadonlyMap<string, any>;
  /** Another key signs than the credential's. */
  readonly key?: KeyObject;
  /** Members of the answer to put in place of the right ones. */
  readonly answer?: Record<string, unknown>;
  readonly response?: Record<string, unknown>;
  readonly signCount?: number;
}

export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
}

export interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string;
}

/** A browser with an authenticator in it, that does what it is told and not what the standard says. */
export class SoftwareAuthenticator {
  readonly credentialId: Buffer;
  readonly keys = newKeys();
  /** Sent with the next answer, and raised by each; 0 stays 0: the authenticator keeps no counter. */
  signCount: number;

  constructor(
    readonly origin: string,
    options: { credentialId?: Buffer; signCount?: number } = {},
  ) {
    this.credentialId = options.credentialId ?? randomBytes(32);
    this.signCount = options.signCount ?? 1;
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  /** Answers creation options with a new credential: a RegistrationResponseJSON. */
  register(options: CreationOptions, flaws: Flaws = {}) {
    const clientData = this.clientData('webauthn.create', options.challenge, flaws);
    const authData = Buffer.concat([
      this.authData(options.rp.id ?? '', (flaws.flags ?? GOOD) | FLAGS.at, flaws),
      Buffer.alloc(16),
      Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 255]),
      this.credentialId,
      this.coseKey(flaws.algorithm ?? ES256),
    ]);
    const format = flaws.format ?? 'none';
    const statement = flaws.statement ?? this.statement(format, authData, clientData, flaws);
    const attestation = cbor(
      new Map<string, any>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return this.answer(clientData, { attestationObject: base64url(attestation), transports: ['usb'] }, flaws);
  }

  /** Signs request options: an AuthenticationResponseJSON. */
  assert(options: RequestOptions, flaws: Flaws = {}) {
    const clientData = this.clientData('webauthn.get', options.challenge, flaws);
    const authData = this.authData(options.rpId ?? '', flaws.flags ?? GOOD, flaws);
    const signature = this.sign(authData, clientData, flaws);
    const response = { authenticatorData: base64url(authData), signature: base64url(signature) };
    return this.answer(clientData, { ...response, userHandle: null }, flaws);
  }

  private answer(clientData: Buffer, response: Record<string, unknown>, flaws: Flaws) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      ...flaws.answer,
      response: { clientDataJSON: base64url(clientData), ...response, ...flaws.response },
    };
  }

  private clientData(type: string, challenge: string, flaws: Flaws): Buffer {
    const { topOrigin } = flaws;
    return Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? this.origin,
        crossOrigin: flaws.crossOrigin ?? false,
        ...(topOrigin === undefined ? {} : { topOrigin }),
      }),
    );
  }

  private authData(rpId: string, flags: number, flaws: Flaws): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaws.signCount ?? this.signCount);
    if (flaws.signCount === undefined && this.signCount > 0) this.signCount += 1;
    return Buffer.concat([sha256(Buffer.from(flaws.rpId ?? rpId)), Buffer.from([flags]), count]);
  }

  private statement(format: string, authData: Buffer, clientData: Buffer, flaws: Flaws): Map<string, any> {
    if (format !== 'packed') return new Map();
    return new Map<string, any>([
      ['alg', ES256],
      ['sig', this.sign(authData, clientData, flaws)],
    ]);
  }

  private sign(authData: Buffer, clientData: Buffer, flaws: Flaws): Buffer {
    return sign('sha256', Buffer.concat([authData, sha256(clientData)]), flaws.key ?? this.keys.privateKey);
  }

  /** RFC 9053 §7.1.1 */
  private coseKey(algorithm: number): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, any>([
        [1, 2],
        [3, algorithm],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    );
  }
}

export function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
