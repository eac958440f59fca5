import { afterAll, describe, expect, it } from '@jest/globals';
import { gatedFetch } from './gated-fetch.js';
import { reachability } from './reachability.js';
import { sessionGate, signedIn, stepUpGate } from './call-gate.js';

const BYTES = new TextEncoder().encode('{"value":"ü\\u0000"}');

/** Answers the calls that are under way, in the order in which they were sent. */
const underWay: ((answer: Response) => void)[] = [];
const sent: Request[] = [];
const { fetch } = globalThis;
globalThis.fetch = (request) => {
  sent.push(request as Request);
  return new Promise((resolve) => underWay.push(resolve));
};

const refusal = (code: string, status = 401) => Response.json({ error_code: code }, { status });
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 0));
};
const call = (): Promise<Response> =>
  gatedFetch(null)(
    new Request('http://console.example.test/', {
      ...{ method: 'POST', body: BYTES },
      headers: { 'Idempotency-Key': 'of-the-form', 'If-Match': '"7"', 'Content-Type': 'application/json' },
    }),
  );

afterAll(() => {
  globalThis.fetch = fetch;
});

describe('a call that the service refuses', () => {
  it.each([
    ['unauthenticated', 401, sessionGate],
    ['step_up_required', 401, stepUpGate],
    ['mfa_enrollment_required', 412, stepUpGate],
  ])('for %s waits with the others, and one refused later causes no second dialog', async (...row) => {
    const [code, status, gate] = row;
    signedIn.set('ada');
    const calls = [call(), call(), call()];
    await until(() => underWay.length === 3);
    const [first, second, late] = underWay.splice(0);
    first!(refusal(code, status));
    second!(refusal(code, status));
    await until(() => gate.asked.get() !== undefined);
    gate.answer(true);
    await until(() => underWay.length === 2);
    // It was sent before the person was asked, and its refusal comes after they have answered.
    late!(refusal(code, status));
    await until(() => underWay.length === 3);
    expect(gate.asked.get()).toBeUndefined();
    for (const answer of underWay.splice(0)) answer(new Response(null, { status: 204 }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([204, 204, 204]);
    const persons = sent.splice(0).map(({ headers }) => headers.get('countersign-user'));
    expect(persons).toEqual(Array(6).fill('ada'));
  });

  it('is sent again with the same bytes, Idempotency-Key and version, once for the factor and once for the session', async () => {
    const passed = call();
    for (const [code, gate] of [
      ['step_up_required', stepUpGate],
      ['unauthenticated', sessionGate],
    ] as const) {
      await until(() => underWay.length === 1);
      underWay.pop()!(refusal(code));
      await until(() => gate.asked.get() !== undefined);
      gate.answer(true);
    }
    await until(() => underWay.length === 1);
    underWay.pop()!(new Response(null, { status: 204 }));
    expect((await passed).status).toBe(204);
    const whole = sent.splice(0);
    for (const request of whole) {
      expect(new Uint8Array(await request.arrayBuffer())).toEqual(BYTES);
      expect(Object.fromEntries(request.headers)).toEqual(Object.fromEntries(whole[0]!.headers));
    }
    expect(Object.fromEntries(whole[0]!.headers)).toMatchObject({
      ...{ 'idempotency-key': 'of-the-form', 'if-match': '"7"', 'content-type': 'application/json' },
    });
    expect(whole).toHaveLength(3);
  });

  it('passes on any other 412', async () => {
    const refused = call();
    await until(() => underWay.length === 1);
    underWay.pop()!(refusal('precondition_failed', 412));
    expect((await refused).status).toBe(412);
    expect(stepUpGate.asked.get()).toBeUndefined();
  });

  it('fails if the user declines, and the next one opens a new dialog', async () => {
    for (let times = 0; times < 2; times++) {
      const refused = call();
      await until(() => underWay.length === 1);
      underWay.pop()!(refusal('step_up_required'));
      await until(() => stepUpGate.asked.get() !== undefined);
      stepUpGate.answer(false);
      expect((await refused).status).toBe(401);
    }
  });

  it('suspends other calls while the user is asked to sign in', async () => {
    const refused = call();
    await until(() => underWay.length === 1);
    underWay.pop()!(refusal('unauthenticated'));
    await until(() => sessionGate.asked.get() !== undefined);
    const later = call();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(underWay).toHaveLength(0);
    sessionGate.answer(true);
    await until(() => underWay.length === 2);
    for (const answer of underWay.splice(0)) answer(new Response(null, { status: 204 }));
    expect([(await refused).status, (await later).status]).toEqual([204, 204]);
  });
});

describe('an unreachable service', () => {
  it('is reachable again once a call responds that was sent after it was lost, and by none before', async () => {
    const early = call();
    await until(() => underWay.length === 1);
    reachability.lost();
    underWay.pop()!(new Response(null, { status: 204 }));
    await early;
    expect(reachability.lostSince.get()).not.toBeNull();
    const late = call();
    await until(() => underWay.length === 1);
    underWay.pop()!(new Response(null, { status: 204 }));
    await late;
    expect(reachability.lostSince.get()).toBeNull();
  });
});
