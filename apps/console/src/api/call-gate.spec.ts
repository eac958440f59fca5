import { describe, expect, it } from '@jest/globals';
import { sessionGate, signedIn, stepUpGate } from './call-gate.js';

const prompt = { verb: 'Approve', about: 'a request' };

describe('calls that wait for the user', () => {
  it('share one dialog, however many there are', async () => {
    const answers = [
      stepUpGate.ask(prompt),
      stepUpGate.ask(null),
      stepUpGate.ask({ verb: 'Cancel', about: '' }),
    ];
    expect(stepUpGate.asked.get()).toBe(prompt);
    stepUpGate.answer(true);
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    expect(stepUpGate.asked.get()).toBeUndefined();
  });

  it('open a new dialog after an answer', async () => {
    const first = stepUpGate.ask(prompt);
    stepUpGate.answer(false);
    const second = stepUpGate.ask(null);
    stepUpGate.answer(true);
    expect([await first, await second]).toEqual([false, true]);
  });

  it('do not wait for a session if nobody has signed in yet', async () => {
    expect(await sessionGate.ask(null)).toBe(false);
    signedIn.set('ada');
    const waiting = sessionGate.ask(null);
    expect(sessionGate.asked.get()).toBeNull();
    sessionGate.answer(true);
    expect(await waiting).toBe(true);
  });
});
