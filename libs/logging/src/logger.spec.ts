import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { createLogger, type Logger } from './logger.js';

type Line = Record<string, unknown>;
type Loose = Record<'info' | 'error' | 'child' | 'setBindings', (...args: unknown[]) => Loose>;

function capture(): { logger: Logger; loose: Loose; text: () => string; lines: () => Line[] } {
  let text = '';
  const logger = createLogger({
    name: 'api',
    level: 'trace',
    destination: { write: (line) => (text += line) },
  });
  const lines = (): Line[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  return { logger, loose: logger as unknown as Loose, text: () => text, lines };
}

const CANARY = 'canary-7f3a9';

describe('the logger', () => {
  it('writes one JSON object per line with ISO time, level, name, fields and message', () => {
    const { logger, lines } = capture();
    logger.info({ method: 'GET', route: '/users/:id', status: 200, duration_ms: 1.5 }, 'request answered');
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        name: 'api',
        method: 'GET',
        route: '/users/:id',
        status: 200,
        duration_ms: 1.5,
        msg: 'request answered',
      },
    ]);
  });

  it('drops lines below its level', () => {
    let text = '';
    const logger = createLogger({
      name: 'api',
      level: 'warn',
      destination: { write: (line) => (text += line) },
    });
    logger.info('quiet');
    logger.warn('loud');
    expect(text).not.toContain('quiet');
    expect(text).toContain('loud');
  });

  it('drops every field that is not allow-listed', () => {
    const { loose, lines } = capture();
    loose.info(
      { password: CANARY, body: { value: CANARY }, task: 'audit_seal', msg: CANARY, level: CANARY },
      'm',
    );
    expect(lines()).toEqual([
      { level: 'info', time: expect.any(String), name: 'api', task: 'audit_seal', msg: 'm' },
    ]);
  });

  it('drops an allow-listed field of another type', () => {
    const { loose, lines } = capture();
    loose.info(
      { route: { value: CANARY }, status: CANARY, actor: [CANARY], task: SecretBytes.fromUtf8(CANARY) },
      'm',
    );
    expect(lines()).toEqual([{ level: 'info', time: expect.any(String), name: 'api', msg: 'm' }]);
  });

  it('never writes a value from an arbitrary object or argument', () => {
    const shaped = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.constant(CANARY),
        fc.constant(Buffer.from(CANARY)),
        fc.constant(new Error(CANARY)),
        fc.dictionary(fc.string(), tie('node')),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
    })).node;
    const carrier = fc.dictionary(
      fc.constantFrom('err', 'error', 'req', 'value', 'stack', 'headers', 'x'),
      shaped,
    );
    fc.assert(
      fc.property(carrier, shaped, (object, extra) => {
        const { loose, text } = capture();
        const { stack: _stack, ...fields } = object;
        loose.info(fields, 'message %s %o', extra, CANARY);
        loose.child(fields).error(fields, 'message');
        loose.info(fields);
        expect(text()).not.toContain(CANARY);
        expect(text()).not.toContain(JSON.stringify([...Buffer.from(CANARY)]).slice(1, -1));
      }),
    );
  });

  it('filters the bindings of a child and of its children', () => {
    const { loose, logger, text, lines } = capture();
    loose.child({ token: CANARY, task: 'wraps_expired' }).child({ secret: CANARY, count: 2 }).info('m');
    loose.setBindings({ token: CANARY });
    logger.info('n');
    expect(lines()[0]).toMatchObject({ task: 'wraps_expired', count: 2 });
    expect(text()).not.toContain(CANARY);
  });

  it('survives an object whose getter throws', () => {
    const { loose, lines } = capture();
    const hostile = Object.defineProperty({}, 'task', {
      enumerable: true,
      get: () => {
        throw new Error(CANARY);
      },
    });
    loose.info(hostile, 'm');
    expect(lines()).toHaveLength(1);
  });

  it('truncates long strings', () => {
    const { logger, lines } = capture();
    logger.info({ route: 'r'.repeat(10_000) }, 'm');
    expect(String(lines()[0]?.['route']).length).toBeLessThan(400);
  });

  it('does not compile with unknown fields or a message built at run time', () => {
    const { logger, text } = capture();
    const value = String(CANARY);
    // @ts-expect-error a message is a constant
    const interpolated = (): void => logger.info({}, `value ${value}`);
    // @ts-expect-error a message is a constant
    const variable = (): void => logger.info(value);
    // @ts-expect-error only allow-listed fields
    const unknownField = (): void => logger.info({ password: value }, 'm');
    unknownField();
    expect([interpolated, variable]).toHaveLength(2);
    expect(text()).not.toContain(CANARY);
  });
});

describe('errors in the log', () => {
  it('are written as name, code and frames, without the message', () => {
    const { logger, lines, text } = capture();
    logger.error({ err: Object.assign(new TypeError(`bad ${CANARY}`), { code: '22P02' }) }, 'query failed');
    expect(lines()[0]).toMatchObject({ error_name: 'TypeError', error_code: '22P02', msg: 'query failed' });
    expect(lines()[0]?.['stack']).toMatch(/^at .+logger\.spec\.ts:\d+:\d+/);
    expect(lines()[0]).not.toHaveProperty('error_message');
    expect(text()).not.toContain(CANARY);
  });

  it('drop a message line that looks like a stack frame', () => {
    const { logger, text } = capture();
    logger.error({ err: new Error(`first\n    at ${CANARY}:1:1\n    at f (${CANARY}:1:1)`) }, 'm');
    expect(text()).not.toContain(CANARY);
  });

  it('keep the message of domain errors', () => {
    const { logger, lines } = capture();
    const own = Object.assign(new Error('the wrap was used'), { code: 'wrap_expired', kind: 'gone' });
    logger.error({ err: own }, 'refused');
    expect(lines()[0]).toMatchObject({ error_code: 'wrap_expired', error_message: 'the wrap was used' });
  });

  it('include the cause and its code', () => {
    const { logger, lines, text } = capture();
    const cause = Object.assign(new RangeError(CANARY), { code: 'ECONNREFUSED' });
    logger.error({ err: new Error(CANARY, { cause }) }, 'm');
    expect(lines()[0]).toMatchObject({ cause_name: 'RangeError', cause_code: 'ECONNREFUSED' });
    expect(text()).not.toContain(CANARY);
  });

  it('are written without their message when passed alone or when not an Error', () => {
    const { loose, lines, text } = capture();
    loose.error(new Error(CANARY));
    loose.error({ err: CANARY }, 'm');
    expect(lines().map((line) => line['error_name'])).toEqual(['Error', 'NonError']);
    expect(text()).not.toContain(CANARY);
  });

  it('drop a name or code with unexpected characters', () => {
    const { loose, lines } = capture();
    loose.error({ err: Object.assign(new Error('x'), { name: `${CANARY} y`, code: `${CANARY} z` }) }, 'm');
    expect(lines()[0]).toMatchObject({ error_name: 'Error' });
    expect(lines()[0]).not.toHaveProperty('error_code');
  });
});
