import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** A new rule of a project. */
export const newProjectRuleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id/rules/new',
}).lazy(() => import('./page.js').then(({ newProjectRule }) => newProjectRule));

/** A rule of a project. */
export const projectRuleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id/rules/$rule',
}).lazy(() => import('./page.js').then(({ projectRule }) => projectRule));

/** A new rule of a team. */
export const newTeamRuleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/teams/$id/rules/new',
}).lazy(() => import('./page.js').then(({ newTeamRule }) => newTeamRule));

/** A rule of a team. */
export const teamRuleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/teams/$id/rules/$rule',
}).lazy(() => import('./page.js').then(({ teamRule }) => teamRule));
