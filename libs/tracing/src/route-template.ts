/**
 * Returns the template of the route that answers, `/api/v1/requests/:id` for example; one word for whatever Nest's route for
 * the rest took, and for no route. What of a request's path may be told.
 */
export function routeTemplate(request: object): string {
  const { route } = request as { readonly route?: { readonly path?: string } };
  const path = route?.path;
  return path === undefined || path.includes('*') ? 'unmatched' : path;
}
