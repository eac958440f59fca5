import type { INestApplication } from '@nestjs/common';
import type { Application, RequestHandler } from 'express';

/** A route in the stack of Express' router. */
export interface RouteLayer {
  readonly route: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

type Layer = RouteLayer | { readonly route?: undefined };

/** Express' router, with members that the package's types omit. */
interface Stacked {
  stack: Layer[];
  readonly handle: RequestHandler;
}

const ROUTES = 'routes';

/**
 * Indexes routes by the first path segment below the prefix: Express would try over 200 routes one by one. Call it once all
 * routes are mounted.
 */
export function indexRoutes(app: INestApplication, prefix: string): void {
  const express = app.getHttpAdapter().getInstance() as Application;
  const main = express.router as unknown as Stacked;
  const routes = main.stack.filter(isRoute);
  express.set(ROUTES, routes);
  const groups = new Map<string, Layer[]>();
  for (const layer of routes) {
    const name = segmentOf(layer.route.path, prefix);
    if (name === null || name.startsWith(':')) continue;
    groups.set(name, [...(groups.get(name) ?? []), layer]);
  }
  const grouped = new Set([...groups.values()].flat());
  const routers = new Map([...groups].map(([name, stack]) => [name, routerOf(main, stack)]));
  // Not a Router, which would respond to OPTIONS itself.
  const dispatch: RequestHandler = (request, response, next) => {
    const group = request.method === 'OPTIONS' ? null : routers.get(segmentOf(request.path, prefix) ?? '');
    return group ? group.handle(request, response, next) : next();
  };
  express.use(dispatch);
  const own = main.stack.pop()!;
  // At the position of the first route, because Nest's 404 handler comes after them.
  const first = main.stack.findIndex((layer) => grouped.has(layer));
  main.stack = main.stack.filter((layer) => !grouped.has(layer));
  main.stack.splice(first, 0, own);
}

/** Returns all routes of the application, in their order. */
export function routesOf(app: Application): readonly RouteLayer[] {
  return app.get(ROUTES) as RouteLayer[];
}

/** Returns a copy of a router with other routes. */
function routerOf(like: Stacked, stack: Layer[]): Stacked {
  return Object.create(like, { stack: { value: stack } }) as Stacked;
}

function isRoute(layer: Layer): layer is RouteLayer {
  return layer.route !== undefined;
}

function segmentOf(path: string, prefix: string): string | null {
  if (!path.startsWith(prefix)) return null;
  const end = path.indexOf('/', prefix.length);
  return end === -1 ? path.slice(prefix.length) : path.slice(prefix.length, end);
}
