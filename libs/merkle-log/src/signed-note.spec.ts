import { describe, expect, it } from '@jest/globals';
import { checkpointText, parseCheckpoint } from './checkpoint.js';
import { noteSigner, openNote, parseVerifierKey, verifierKey } from './signed-note.js';

/** The example of C2SP signed-note and of golang.org/x/mod/sumdb/note. */
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNATURE =
  '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const NOTE = `${TEXT}\n${SIGNATURE}`;
const peter = parseVerifierKey(KEY);
const other = noteSigner('other.example', Buffer.alloc(32, 7));

describe('a signed note', () => {
  it('equals the example of the specification byte for byte', () => {
    const signer = noteSigner('PeterNeumann', SEED);
    expect(signer.sign(TEXT)).toBe(NOTE);
    expect(verifierKey(signer)).toBe(KEY);
    expect(openNote(NOTE, [peter])).toBe(TEXT);
  });

  it('verifies with any accepted key, with further signatures present', () => {
    const both = NOTE + other.sign(TEXT).slice(TEXT.length + 1);
    expect(openNote(both, [peter])).toBe(TEXT);
    expect(openNote(both, [other])).toBe(TEXT);
    expect(openNote(NOTE, [other])).toBeNull();
    expect(openNote(NOTE, [])).toBeNull();
  });

  it.each([
    ['another text', NOTE.replace('answer', 'answeR')],
    ['another signature', NOTE.replace('JnAM=', 'JnAA=')],
    ['no last newline', NOTE.slice(0, -1)],
    ['no empty line', NOTE.replace('\n\n', '\n')],
    ['a hyphen for the dash', NOTE.replace('\u2014', '-')],
    ['another name', NOTE.replace('PeterNeumann', 'PeterNeuman')],
    ['a second line under the same key that does not hold', NOTE + SIGNATURE.replace('JnAM=', 'JnAA=')],
    ['no signature', `${TEXT}\n`],
  ])('is rejected with %s', (_what, note) => {
    expect(openNote(note, [peter])).toBeNull();
  });

  it.each([
    ['words before the dash', (line: string) => `x ${line}`],
    ['words after the signature', (line: string) => line.replace('\n', ' x\n')],
    ['two spaces', (line: string) => line.replace(' ', '  ')],
    ['no signature', () => '\u2014 PeterNeumann\n'],
    ['no name', (line: string) => line.replace('PeterNeumann ', '')],
    ['a signature that is not canonical base64', (line: string) => line.replace('JnAM=', 'JnAN=')],
    ['a signature with more padding', (line: string) => line.replace('JnAM=', 'JnAM===')],
    ['nothing', () => '\n'],
  ])('is rejected when one of its lines has %s, although another is valid', (_what, spoil) => {
    expect(openNote(NOTE + spoil(SIGNATURE), [peter])).toBeNull();
  });

  it.each(['AAAAAAAA', 'AAAAAAA=', 'AAAAAA=='])('may have a signature of another kind: %s', (signature) => {
    expect(openNote(`${NOTE}\u2014 other ${signature}\n`, [peter])).toBe(TEXT);
  });

  it('may have empty lines in its text', () => {
    const signer = noteSigner('PeterNeumann', SEED);
    const text = 'one\n\ntwo\n';
    expect(openNote(signer.sign(text), [peter])).toBe(text);
    expect(openNote(signer.sign(text).replace('one\n\n', ''), [peter])).toBeNull();
  });

  it('verifies for a name only with the given key, since a name may have several', () => {
    const second = noteSigner('PeterNeumann', Buffer.alloc(32, 1));
    expect(openNote(NOTE, [second])).toBeNull();
    expect(openNote(NOTE, [second, peter])).toBe(TEXT);
    expect(openNote(second.sign(TEXT), [{ name: 'another', publicKey: second.publicKey }])).toBeNull();
  });

  it.each([
    '',
    'PeterNeumann',
    KEY.slice(1),
    KEY.replace('c74f20a3', 'c74f20a4'),
    `${KEY}AA`,
    KEY.replace('+ARpc', '+ZRpc'),
    ` ${KEY}`,
    `${KEY}\n`,
    `Peter ${KEY}`,
    KEY.replace('c74f20a3', 'C74F20A3'),
    KEY.replace('c74f20a3', '0c74f20a3'),
    KEY.replace('+c74f20a3', ''),
    `${KEY}===`,
    verifierKey({ name: 'PeterNeumann', publicKey: new Uint8Array(31) }),
    verifierKey({ name: '', publicKey: new Uint8Array(32) }),
  ])('rejects the verifier key %j', (text) => {
    expect(() => parseVerifierKey(text)).toThrow('not a verifier key');
  });
});

describe('a checkpoint', () => {
  const head = { origin: 'log.example/audit', treeSize: 20852163, rootHash: Buffer.alloc(32, 9) };

  it('has three lines, and parses back', () => {
    const text = checkpointText(head);
    expect(text).toBe(`log.example/audit\n20852163\n${'CQkJ'.repeat(10)}CQk=\n`);
    expect(parseCheckpoint(text)).toEqual(head);
    expect(parseCheckpoint(`${text}an extension\nand another\n`)).toEqual(head);
    for (const treeSize of [0, 7, Number.MAX_SAFE_INTEGER])
      expect(parseCheckpoint(checkpointText({ ...head, treeSize }))).toEqual({ ...head, treeSize });
  });

  it.each([
    ['a size with a leading zero', checkpointText(head).replace('20852163', '020852163')],
    ['a negative size', checkpointText(head).replace('20852163', '-1')],
    ['a size beyond all counting', checkpointText(head).replace('20852163', '9999999999999999')],
    ['no root', 'log.example/audit\n1\n'],
    ['a short root', checkpointText(head).replace('CQkJ', '')],
    ['a root that is not canonical base64', checkpointText(head).replace('CQk=', 'CQl=')],
    ['no origin', checkpointText(head).slice('log.example/audit'.length)],
    ['an empty line', `${checkpointText(head)}\n`],
    ['a line before', `\n${checkpointText(head)}`],
    ['an extension without its line end', `${checkpointText(head)}an extension`],
    ['words after its size', checkpointText(head).replace('20852163', '20852163 leaves')],
    ['words after its root', checkpointText(head).replace('=\n', '= \n')],
    ['a root of other letters', checkpointText(head).replace('CQkJ', 'CQk-')],
  ])('rejects %s', (_what, text) => {
    expect(parseCheckpoint(text)).toBeNull();
  });
});
