import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../../test/support/canary.js';
import { findOrInstallProgram } from '../debian-program.js';
import { signerOf } from './signer-of.js';
import { verifyBundle } from './testing/verify-bundle.js';

const PASSWORD = canary('password of the release key');
const INSTALL_MS = 180_000;
const folder = mkdtempSync(join(tmpdir(), 'countersign-signer-'));
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const sums = write('SHA256SUMS', `${'0'.repeat(64)}  a file\n`);
const passwordFile = write('password', `${PASSWORD}\n`);
afterAll(() => rmSync(folder, { recursive: true }));

const curve = (namedCurve: string): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve });
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('A release signed as a sigstore bundle', () => {
  const { publicKey, privateKey } = curve('P-256');
  const cipher = { cipher: 'aes-256-cbc', passphrase: PASSWORD };
  const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }).toString();
  const keyFile = write('release.pem', encrypted);
  const env = { RELEASE_SIGSTORE_KEY_FILE: keyFile, RELEASE_KEY_PASSWORD_FILE: passwordFile };
  const signed = (): { mediaType: string; verificationMaterial: { publicKey: { hint: string } } } =>
    JSON.parse(readFileSync(signerOf(env)!(sums), 'utf8'));

  it('is written next to the file, in format v0.3, and names the key by cosign’s digest', () => {
    expect(signerOf(env)!(sums)).toBe(`${sums}.sigstore.json`);
    const { mediaType, verificationMaterial } = signed();
    expect(mediaType).toBe('application/vnd.dev.sigstore.bundle.v0.3+json');
    const info = publicKey.export({ type: 'spki', format: 'der' });
    expect(verificationMaterial.publicKey.hint).toBe(createHash('sha256').update(info).digest('base64'));
  });

  it('verifies with sigstore’s library, for that file and that key', () => {
    expect(() => verifyBundle(signed(), readFileSync(sums, 'utf8'), publicKey)).not.toThrow();
    expect(() => verifyBundle(signed(), `${'1'.repeat(64)}  a file\n`, publicKey)).toThrow(/signature/);
    expect(() => verifyBundle(signed(), readFileSync(sums, 'utf8'), curve('P-256').publicKey)).toThrow(/key/);
  });

  it('accepts a key without a password, and takes precedence over minisign', () => {
    const RELEASE_SIGSTORE_KEY_FILE = write('plain.pem', pemOf(privateKey));
    const sign = signerOf({ RELEASE_SIGSTORE_KEY_FILE, RELEASE_MINISIGN_KEY_FILE: '/nowhere' })!;
    expect(sign(sums)).toMatch(/\.sigstore\.json$/);
  });

  it.each([
    ['an encrypted key without its password', encrypted],
    ['another curve', pemOf(curve('P-384').privateKey)],
    ['another kind of key', pemOf(generateKeyPairSync('ed25519').privateKey)],
    ['a public key', createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()],
  ])('refuses %s before anything is written', (_, pem) => {
    expect(() => signerOf({ RELEASE_SIGSTORE_KEY_FILE: write('refused.pem', pem) })).toThrow();
  });
});

describe('A release signed by minisign', () => {
  let minisign: string;
  const path = process.env.PATH ?? '';
  beforeAll(async () => {
    const found = await findOrInstallProgram('minisign');
    if (found === undefined) throw new Error('minisign not found, and apt-get can not install it here.');
    minisign = found;
    process.env.PATH = `${path}${delimiter}${dirname(found)}`;
  }, INSTALL_MS);
  afterAll(() => void (process.env.PATH = path));

  const call = (args: readonly string[], input = ''): number | null =>
    spawnSync(minisign, args, { input }).status;
  const keyPair = (name: string, flags: readonly string[], input: string): { key: string; pub: string } => {
    mkdirSync(join(folder, name));
    const [key, pub] = [join(folder, name, 'key'), join(folder, name, 'pub')];
    expect(call(['-G', ...flags, '-s', key, '-p', pub], input)).toBe(0);
    return { key, pub };
  };

  // Key derivation takes a second and a GiB: both tests share a key.
  let closed: { key: string; pub: string };
  beforeAll(() => {
    closed = keyPair('closed', [], `${PASSWORD}\n${PASSWORD}\n`);
  }, INSTALL_MS);
  const sign = (key: string, password: string): string =>
    signerOf({ RELEASE_MINISIGN_KEY_FILE: key, RELEASE_KEY_PASSWORD_FILE: password })!(sums);

  it(
    'verifies for that file and that key',
    () => {
      const signature = sign(closed.key, passwordFile);
      expect(signature).toBe(`${sums}.minisig`);
      const verified = (file: string, by: string): boolean =>
        call(['-V', '-p', by, '-m', file, '-x', signature]) === 0;
      expect(verified(sums, closed.pub)).toBe(true);
      expect(verified(write('other', 'another file'), closed.pub)).toBe(false);
      const open = keyPair('open', ['-W'], '');
      expect(verified(sums, open.pub)).toBe(false);
      signerOf({ RELEASE_MINISIGN_KEY_FILE: open.key })!(sums);
      expect(verified(sums, open.pub)).toBe(true);
    },
    INSTALL_MS,
  );

  it(
    'fails with a wrong password, without repeating it',
    () => {
      const wrong = canary('wrong password');
      let said = '';
      try {
        sign(closed.key, write('wrong', wrong));
      } catch (error) {
        said = (error as Error).message;
      }
      expect(said).toContain('failed: minisign');
      expect(said).not.toContain(wrong);
    },
    INSTALL_MS,
  );
});

describe('A release without a key', () => {
  it('has no signer, and is refused without --unsigned', () => {
    expect(signerOf({})).toBeNull();
    const { status, stderr } = spawnSync(process.execPath, ['dist/tools/release/main.js', '--out', folder], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('RELEASE_SIGSTORE_KEY_FILE')]);
  });
});
