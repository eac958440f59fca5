import { describe, expect, it } from '@jest/globals';
import { readInclusionAnswers } from './read-inclusion-answers.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ANSWER = {
  leaf: base64('{"action":"auth.login"}'),
  leaf_index: 7,
  proof: [base64('one'), base64('two')],
  checkpoint: 'a signed note',
};

describe('the answer of GET /audit-events/:id/proof', () => {
  it('is read with leaf and hashes as bytes, and other members ignored', () => {
    const read = readInclusionAnswers(JSON.stringify({ ...ANSWER, event: {} }));
    expect(read).toEqual([
      {
        leaf: Buffer.from('{"action":"auth.login"}'),
        leafIndex: 7,
        proof: [Buffer.from('one'), Buffer.from('two')],
        checkpoint: 'a signed note',
      },
    ]);
    expect(readInclusionAnswers(JSON.stringify({ ...ANSWER, proof: [] }))?.[0]?.proof).toEqual([]);
  });

  it('is read from a list of them, in its order', () => {
    const read = readInclusionAnswers(JSON.stringify([ANSWER, { ...ANSWER, leaf_index: 3 }]));
    expect(read?.map(({ leafIndex }) => leafIndex)).toEqual([7, 3]);
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['text', '"leaf"'],
    ['an empty list', '[]'],
    ['a list with something else', JSON.stringify([ANSWER, 'leaf'])],
    ['no leaf', JSON.stringify({ ...ANSWER, leaf: undefined })],
    ['an index as text', JSON.stringify({ ...ANSWER, leaf_index: '7' })],
    ['no checkpoint', JSON.stringify({ ...ANSWER, checkpoint: null })],
    ['no proof', JSON.stringify({ ...ANSWER, proof: undefined })],
    ['a proof that is not a list', JSON.stringify({ ...ANSWER, proof: { every: 1 } })],
    ['a proof with a number', JSON.stringify({ ...ANSWER, proof: [base64('one'), 2] })],
  ])('is not %s', (_what, text) => {
    expect(readInclusionAnswers(text)).toBeNull();
  });
});
