import type { Request } from 'express';
import { NO_ROUTE } from './strict-path.js';

interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Returns the methods that some route serves at the request's path. */
export function allowedMethods(request: Request): string[] {
  if (request.url === NO_ROUTE) return [];
  const [path = ''] = request.originalUrl.split('?', 1);
  const { stack } = (request.app as unknown as { router: { stack: RouteLayer[] } }).router;
  const methods = stack
    .filter((layer) => layer.route !== undefined && layer.match(path))
    // Nest mounts a route for every method at the health and metrics paths: it is not one of ours.
    .filter((layer) => layer.route?.methods.trace !== true)
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
  return [...new Set(methods)].sort();
}
