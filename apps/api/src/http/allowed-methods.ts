import type { Request } from 'express';
import { routesOf } from './route-index.js';
import { NO_ROUTE } from './strict-path.js';

/** Returns the methods that some route serves at the request's path. */
export function allowedMethods(request: Request): string[] {
  if (request.url === NO_ROUTE) return [];
  const [path = ''] = request.originalUrl.split('?', 1);
  const methods = routesOf(request.app)
    .filter((layer) => layer.match(path))
    // Nest mounts a route for every method at the health and metrics paths: it is not one of ours.
    .filter(({ route }) => route.methods.trace !== true)
    .flatMap(({ route }) => Object.keys(route.methods))
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
  return [...new Set(methods)].sort();
}
