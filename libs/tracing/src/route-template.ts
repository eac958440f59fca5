/**
 * Returns the template of the matching route, for example `/api/v1/requests/:id`; one word for Nest's fallback route and for
 * none. It is the only part of a request's path that may be exported.
 */
export function routeTemplate(request: object): string {
  const { route } = request as { readonly route?: { readonly path?: string } };
  const path = route?.path;
  return path === undefined || path.includes('*') ? 'unmatched' : path;
}
