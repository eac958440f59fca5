import 'reflect-metadata';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS, type AccessRule, NO_HEAD, UNAUDITED } from '../../apps/api/src/access/access.js';
import { BODY, bodyOptions, type BodyOptions } from '../../apps/api/src/http/body-options.js';
import { type Handler, handlersOf } from '../../tools/openapi/handlers.js';
import { previewApp } from '../../tools/openapi/preview-app.js';
import { STEPS } from '../audit-tour/steps.js';
import { OPERATIONS } from './document.js';

let handlers: Handler[];
beforeAll(async () => {
  handlers = handlersOf(await previewApp());
}, 60_000);

const accessOf = ({ controller, method }: Handler): AccessRule | undefined => {
  const onMethod = Reflect.getMetadata(ACCESS, controller.prototype[method]!) as AccessRule | undefined;
  return onMethod ?? (Reflect.getMetadata(ACCESS, controller) as AccessRule | undefined);
};
const nameOf = ({ verb, path }: Handler): string => `${verb.toUpperCase()} ${path}`;

describe('every handler of every controller', () => {
  it('declares who may call it', () => {
    const silent = handlers.filter((handler) => accessOf(handler) === undefined);
    expect(silent.map(({ controller, method }) => `${controller.name}.${method}`)).toEqual([]);
  });

  it('declares why where it may succeed without an audit event, and only there', () => {
    const declares = (key: symbol) => (handler: Handler) =>
      Reflect.hasMetadata(key, handler.controller.prototype[handler.method]!);
    const guarded = handlers.filter((handler) => handler.verb !== 'get' || declares(NO_HEAD)(handler));
    const unaudited = handlers.filter(declares(UNAUDITED));
    expect(unaudited.filter((handler) => !guarded.includes(handler))).toEqual([]);
    const named = new Set(unaudited.map(nameOf));
    // The tour calls every route that changes something: what it finds silent has to be declared.
    const silent = Object.keys(STEPS).filter((name) => STEPS[name]!.events.length === 0);
    expect(silent.filter((name) => !named.has(name))).toEqual([]);
  });

  it('that can be awaited is intercepted by its wait first, and has no version for changes', () => {
    const interceptors = ({ controller, method }: Handler): { name: string }[] =>
      (Reflect.getMetadata('__interceptors__', controller.prototype[method]!) ?? []) as { name: string }[];
    const named = (handler: Handler): string[] =>
      interceptors(handler).map((each) => each.name ?? each.constructor.name);
    const watchable = handlers.map(named).filter((names) => names.includes('WatchInterceptor'));
    expect(watchable.length).toBe(6);
    expect(watchable.filter((names) => names[0] !== 'WatchInterceptor')).toEqual([]);
    expect(watchable.filter((names) => names.includes('VersionInterceptor'))).toEqual([]);
  });

  it('waits ten seconds for its body, for a page of a discovery a minute', () => {
    const withinMs = (handler: Handler): number => {
      const declared: unknown = Reflect.getMetadata(BODY, handler.controller.prototype[handler.method]!);
      return bodyOptions(accessOf(handler), declared as Partial<BodyOptions> | undefined).withinMs;
    };
    const longer = handlers.filter((handler) => withinMs(handler) !== 10_000);
    expect(longer.map((handler) => [nameOf(handler), withinMs(handler)])).toEqual([
      ['POST /api/v1/agents/{id}/secrets/bulk', 60_000],
    ]);
  });

  it('is in the description, which has no other', () => {
    const served = handlers.map(nameOf);
    expect(served.sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });
});
