import { describe, expect, it } from '@jest/globals';
import { actorOf } from './actor-of.js';

const PEOPLE = [
  { id: '1', email: 'ada@example.test', display_name: 'Ada' },
  { id: '2', email: 'adam@example.test', display_name: null },
  { id: '1', email: 'ada@example.test', display_name: 'me' },
];
const meant = (text: string) => actorOf(text, PEOPLE).actor ?? actorOf(text, PEOPLE).reason;

describe('whom the filter of the audit log means', () => {
  it('is a person, by the beginning of their address or name', () => {
    expect(meant('adam')).toBe('user:2');
    expect(meant(' ADA@ ')).toBe('user:1');
    expect(meant('me')).toBe('user:1');
  });

  it('is an actor as the log names it', () => {
    expect(meant('system:reaper')).toBe('system:reaper');
    expect(meant('agent:0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41')).toMatch(/^agent:/);
  });

  it('is nobody in particular without a text', () => {
    expect(actorOf('  ', PEOPLE)).toEqual({ actor: undefined, reason: null });
  });

  it('is not clear where several begin so, or nobody does', () => {
    expect(meant('ada')).toBe('Several people match: type more.');
    expect(meant('grace')).toBe('No match.');
  });
});
