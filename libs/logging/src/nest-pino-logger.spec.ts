import { Controller, Get, Logger as NestLogger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from '@jest/globals';
import { componentLogger } from './component-logger.js';
import { createLogger } from './logger.js';
import { NestPinoLogger } from './nest-pino-logger.js';

const CANARY = 'canary-91bc2';

function capture(): { nest: NestPinoLogger; text: () => string; lines: () => Record<string, unknown>[] } {
  let text = '';
  const logger = createLogger({
    name: 'api',
    level: 'trace',
    destination: { write: (line) => (text += line) },
  });
  const lines = () =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { nest: new NestPinoLogger(logger), text: () => text, lines };
}

describe('NestPinoLogger', () => {
  it.each([
    ['log', 'info'],
    ['error', 'error'],
    ['warn', 'warn'],
    ['debug', 'debug'],
    ['verbose', 'trace'],
    ['fatal', 'fatal'],
  ] as const)('writes %s at level %s with its component', (method, level) => {
    const { nest, lines } = capture();
    nest[method]('Starting Nest application...', 'NestFactory');
    expect(lines()).toMatchObject([{ level, component: 'NestFactory', msg: 'Starting Nest application...' }]);
  });

  it('logs modules and routes at debug level only', () => {
    const { nest, lines } = capture();
    nest.log('Mapped {/healthz, GET} route', 'RouterExplorer');
    expect(lines()).toMatchObject([{ level: 'debug', msg: 'Mapped {/healthz, GET} route' }]);
  });

  it('withholds messages that may contain values', () => {
    const { nest, text, lines } = capture();
    nest.error(CANARY, undefined, 'ExceptionsHandler');
    nest.error(`cannot connect ${CANARY}`, `Error: ${CANARY}\n    at f (file:///a.js:1:2)`, 'TypeOrmModule');
    nest.warn(CANARY);
    nest.log({ value: CANARY }, 'NestApplication');
    nest.log(CANARY, { value: CANARY });
    nest.log(CANARY, `a ${CANARY} that is no class name`);
    expect(text()).not.toContain(CANARY);
    expect(lines()[1]).toMatchObject({ component: 'TypeOrmModule', stack: 'at f (file:///a.js:1:2)' });
  });

  it('keeps the message and the allow-listed fields of our own components', () => {
    const { nest, text, lines } = capture();
    NestLogger.overrideLogger(nest);
    const log = componentLogger('ProviderDiscovery');
    log.warn({ reason_code: 'ECONNREFUSED' }, 'OpenID provider discovery failed');
    log.error({ err: new Error(CANARY), secret: CANARY } as object, 'renewal failed');
    log.warn('nothing to tell beside the message');
    NestLogger.overrideLogger(false);
    expect(lines()).toMatchObject([
      { level: 'warn', component: 'ProviderDiscovery', reason_code: 'ECONNREFUSED' },
      { level: 'error', component: 'ProviderDiscovery', error_name: 'Error', msg: 'renewal failed' },
      { level: 'warn', msg: 'nothing to tell beside the message' },
    ]);
    expect(lines()[0]?.['msg']).toBe('OpenID provider discovery failed');
    expect(text()).not.toContain(CANARY);
  });

  it('writes an error as name and frames', () => {
    const { nest, text, lines } = capture();
    nest.error(new RangeError(CANARY), 'ExceptionsHandler');
    expect(lines()[0]).toMatchObject({ error_name: 'RangeError', stack: expect.stringMatching(/^at /) });
    expect(text()).not.toContain(CANARY);
  });

  it('logs a real application from boot to a failing handler without its values', async () => {
    @Controller()
    class FailingController {
      @Get('/fail')
      fail(): never {
        throw new Error(CANARY);
      }
    }
    @Module({ controllers: [FailingController] })
    class FailingModule {}
    const { nest, text, lines } = capture();
    const app = await NestFactory.create(FailingModule, { logger: nest });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/fail`);
    await app.close();
    NestLogger.overrideLogger(false);
    expect(answer.status).toBe(500);
    expect(lines().map((line) => line['msg'])).toContain('Mapped {/fail, GET} route');
    expect(lines()).toContainEqual(
      expect.objectContaining({ component: 'ExceptionsHandler', error_name: 'Error' }),
    );
    expect(text()).not.toContain(CANARY);
  });
});
