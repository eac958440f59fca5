import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** PEM. */
  cert: string;
  /** PEM, PKCS #8. */
  key: string;
  subject: Buffer;
  privateKey: KeyObject;
}

export interface CertificateOptions {
  name: string;
  /** DNS names and IPv4 addresses. */
  names?: string[];
  from?: Date;
  until?: Date;
  /** The issuer; self-signed if absent. */
  issuer?: Certificate;
  isAuthority?: boolean;
}

const DAY_MS = 86_400_000;
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

/** Returns an X.509 certificate (RFC 5280) with its key, for test servers. */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { name, names = [], issuer, isAuthority = false } = options;
  const from = options.from ?? new Date(Date.now() - DAY_MS);
  const until = options.until ?? new Date(Date.now() + 90 * DAY_MS);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))));
  const extensions = [extension('551d13', sequence(...(isAuthority ? [tagged(0x01, Buffer.of(0xff))] : [])))];
  if (names.length > 0) extensions.push(extension('551d11', sequence(...names.map(generalName))));
  const body = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    issuer?.subject ?? subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const der = sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  const cert = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  return { cert, key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), subject, privateKey };
}

function generalName(name: string): Buffer {
  return isIPv4(name)
    ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
    : tagged(0x82, Buffer.from(name));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tagged(0x04, value));
}

function time(date: Date): Buffer {
  // GeneralizedTime, which parsers also accept for years before 2050.
  return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
