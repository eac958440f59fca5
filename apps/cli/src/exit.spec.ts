import { describe, expect, it } from '@jest/globals';
import { ApiError } from '#client';
import { CliError, EXIT, failureOf, MEANINGS } from './exit.js';

const answer = (status: number, code = 'some_code') =>
  new ApiError(new Response(null, { status, headers: { 'x-correlation-id': 'c1' } }), {
    error_code: code,
    message: 'A sentence.',
  });

describe('a command that failed ends with', () => {
  it.each<[number, string, unknown]>([
    [1, 'the network', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
    [1, 'many calls', answer(429)],
    [1, 'a fault of the service', answer(500)],
    [1, 'something in between', answer(502)],
    [1, 'a service that is away', answer(503)],
    [2, 'a malformed call', answer(400)],
    [2, 'a method that the path does not take', answer(405)],
    [2, 'a body that is too large', answer(413)],
    [2, 'a call that can’t be carried out as it is', answer(422)],
    [2, 'a wrong option', new CliError(EXIT.usage, 'No.')],
    [3, 'no session', answer(401)],
    [3, 'no second factor enrolled', answer(403, 'mfa_enrollment_required')],
    [4, 'a refusal', answer(403)],
    [4, 'direct reveal that no rule allows', answer(403, 'direct_reveal_not_allowed')],
    [5, 'something that is not there', answer(404)],
    [6, 'a state that moved on', answer(409)],
    [6, 'a row that somebody changed meanwhile', answer(412, 'changed_meanwhile')],
    [7, 'a request that was decided against', new CliError(EXIT.notExecuted, 'No.')],
    [8, 'a wrap that is used up', answer(410)],
    [9, 'a log that was rewritten', new CliError(EXIT.notVerified, 'No.')],
    [124, 'a call that takes too long', new DOMException('late', 'TimeoutError')],
  ])('%i for %s', (exit, _, error) => {
    expect(failureOf(error)).toMatchObject({ exit, message: expect.stringMatching(/./) });
  });

  it('the service’s code, message and correlation id', () => {
    expect(failureOf(answer(409, 'changed_meanwhile'))).toMatchObject({
      ...{ error_code: 'changed_meanwhile', message: 'A sentence.', correlation_id: 'c1' },
    });
  });

  it('the missing permission, if the service names it', () => {
    const body = { error_code: 'permission_denied', message: 'No.', permission: 'audit.read' };
    const denied = new ApiError(new Response(null, { status: 403 }), body);
    expect(failureOf(denied).lines).toEqual([
      'The permission is audit.read.',
      expect.stringContaining('countersign role list'),
    ]);
  });

  it('the command that begins a new session, if the old one has ended', () => {
    expect(failureOf(answer(401, 'unauthenticated'))).toMatchObject({
      ...{ exit: 3, lines: ['Sign in again: countersign login.'] },
    });
  });

  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED ::1:1', 'connect ECONNREFUSED ::1:1', 'countersign doctor'],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      '80:error:0A0:SSL',
      'it does not speak https there',
      'countersign doctor',
    ],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'self-signed certificate', '--ca-file'],
  ])('what to try when no answer came: %s', (code, message, reason, next) => {
    const cause = Object.assign(new Error(message), { code });
    expect(failureOf(new TypeError('fetch failed', { cause }))).toMatchObject({
      ...{ exit: 1, message: `The service did not answer: ${reason}.` },
      lines: [expect.stringContaining(next)],
    });
  });

  it('a code of its own for each meaning', () => {
    expect(new Set(Object.values(EXIT)).size).toBe(Object.keys(MEANINGS).length);
  });
});
