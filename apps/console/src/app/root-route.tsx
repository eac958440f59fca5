import { ApiError } from '@countersign/client';
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { meQuery } from '../api/queries/me.js';
import { ErrorPage, NotFoundPage } from './error-pages.js';
import { Shell } from './shell.js';

/**
 * The error that the identity provider's redirect left in the address. Read before the router drops it: no page has such a
 * parameter.
 */
const failure = new URLSearchParams(location.search).get('error') ?? undefined;

/** Above everything. Pages for people who are not signed in lie directly below. */
export const rootRoute = createRootRoute({ errorComponent: ErrorPage });

/** The frame of everybody who is signed in: all other pages lie below. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated')
        throw redirect({ to: '/sign-in', search: { next: location.href, error: failure } });
      throw error;
    }
  },
  component: Shell,
});

/** Every address that no page has. */
export const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFoundPage,
});
