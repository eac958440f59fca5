import 'reflect-metadata';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS, NO_HEAD, UNAUDITED } from '../../apps/api/src/access/access.js';
import { type Handler, handlersOf } from '../../tools/openapi/handlers.js';
import { previewApp } from '../../tools/openapi/preview-app.js';
import { STEPS } from '../audit-tour/steps.js';
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

  it('says why where it may succeed without an audit event, and only there', () => {
    const declares = (key: symbol) => (handler: Handler) =>
      Reflect.hasMetadata(key, handler.controller.prototype[handler.method]!);
    const guarded = handlers.filter((handler) => handler.verb !== 'get' || declares(NO_HEAD)(handler));
    const unaudited = handlers.filter(declares(UNAUDITED));
    expect(unaudited.filter((handler) => !guarded.includes(handler))).toEqual([]);
    const nameOf = ({ verb, path }: Handler) => `${verb.toUpperCase()} ${path}`;
    const named = new Set(unaudited.map(nameOf));
    // The tour calls every route that changes something: what it finds silent has to be declared.
    const silent = Object.keys(STEPS).filter((name) => STEPS[name]!.events.length === 0);
    expect(silent.filter((name) => !named.has(name))).toEqual([]);
  });

  it('is in the description, and nothing else is', () => {
    const served = handlers.map(({ verb, path }) => `${verb.toUpperCase()} ${path}`);
    expect(served.sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });
});
