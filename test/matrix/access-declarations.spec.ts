import 'reflect-metadata';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS } from '../../apps/api/src/access/access.js';
import { type Handler, handlersOf } from '../../tools/openapi/handlers.js';
import { previewApp } from '../../tools/openapi/preview-app.js';
import { OPERATIONS } from './document.js';

let handlers: Handler[];
beforeAll(async () => {
  handlers = handlersOf(await previewApp());
}, 60_000);

describe('every handler of every controller', () => {
  it('says who may call it', () => {
    const silent = handlers.filter(({ controller, method }) => {
      const onMethod = Reflect.getMetadata(ACCESS, controller.prototype[method]!) as unknown;
      return (onMethod ?? Reflect.getMetadata(ACCESS, controller)) === undefined;
    });
    expect(silent.map(({ controller, method }) => `${controller.name}.${method}`)).toEqual([]);
  });

  it('is in the description, and nothing else is', () => {
    const served = handlers.map(({ verb, path }) => `${verb.toUpperCase()} ${path}`);
    expect(served.sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });
});
