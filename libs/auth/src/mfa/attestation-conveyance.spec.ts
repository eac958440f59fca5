import { expect, it } from '@jest/globals';
import { cbor } from '../../../../test/webauthn/cbor.js';
import { conveysNoCertificate } from './attestation-conveyance.js';

function attestation(format: string, statement: Map<string, any>): string {
  const members: [string, any][] = [
    ['fmt', format],
    ['attStmt', statement],
    ['authData', Buffer.alloc(37)],
  ];
  return cbor(new Map(members)).toString('base64url');
}

const SIGNED: [string, any][] = [
  ['alg', -7],
  ['sig', Buffer.alloc(64)],
];
const WITH_CERTIFICATE = new Map([...SIGNED, ['x5c', [Buffer.alloc(8)]]] as [string, any][]);

it.each([
  ['none', new Map<string, any>(), true],
  ['packed', new Map(SIGNED), true],
  ['packed', WITH_CERTIFICATE, false],
  ['packed', new Map<string, any>([...SIGNED, ['x5c', []]]), false],
  ['fido-u2f', WITH_CERTIFICATE, false],
  ['tpm', WITH_CERTIFICATE, false],
  ['android-key', WITH_CERTIFICATE, false],
  ['android-safetynet', new Map<string, any>([['response', Buffer.alloc(8)]]), false],
  ['apple', WITH_CERTIFICATE, false],
])('conveysNoCertificate for format %s and statement %p returns %p', async (format, statement, expected) => {
  expect(await conveysNoCertificate(attestation(format, statement))).toBe(expected);
});
