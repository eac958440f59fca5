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
  it('declares who may call it', () => {
    const silent = handlers.filter(({ controller, method }) => {
      const onMethod = Reflect.getMetadata(ACCESS, controller.prototype[method]!) as unknown;
      return (onMethod ?? Reflect.getMetadata(ACCESS, controller)) === undefined;
    });
    expect(silent.map(({ controller, method }) => `${controller.name}.${method}`)).toEqual([]);
  });

  it('declares why where it may succeed without an audit event, and only there', () => {
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

  it('with a tag to wait by has no version beside it, and lets nothing be done around a look', () => {
    const interceptors = ({ controller, method }: Handler): { name: string }[] =>
      (Reflect.getMetadata('__interceptors__', controller.prototype[method]!) ?? []) as { name: string }[];
    const named = (handler: Handler): string[] =>
      interceptors(handler).map((each) => each.name ?? each.constructor.name);
    const watchable = handlers.map(named).filter((names) => names.includes('WatchInterceptor'));
    expect(watchable.length).toBe(6);
    expect(watchable.filter((names) => names[0] !== 'WatchInterceptor')).toEqual([]);
    expect(watchable.filter((names) => names.includes('VersionInterceptor'))).toEqual([]);
  });

  it('is in the description, which has no other', () => {
    const served = handlers.map(({ verb, path }) => `${verb.toUpperCase()} ${path}`);
    expect(served.sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });
});
