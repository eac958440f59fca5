import { createRouter } from '@tanstack/react-router';
import { stepUpGate } from '../api/call-gate.js';
import { newRequestRoute } from '../pages/new-request/route.js';
import { auditEventRoute } from '../pages/audit-event/route.js';
import { auditLogRoute } from '../pages/audit-log/route.js';
import { auditRoute } from '../pages/audit/route.js';
import { agentRoute } from '../pages/agent/route.js';
import { bindRoute } from '../pages/bind/route.js';
import { cliAuthorizeRoute } from '../pages/cli-authorize/route.js';
import { environmentRoute } from '../pages/environment/route.js';
import { fillRoute } from '../pages/fill/route.js';
import { fleetRoute } from '../pages/fleet/route.js';
import { grantsRoute } from '../pages/grants/route.js';
import { connectionNewRoute } from '../pages/connection-new/route.js';
import { connectionRoute } from '../pages/connection/route.js';
import { connectionsRoute } from '../pages/connections/route.js';
import { gitopsRoute } from '../pages/gitops/route.js';
import { homeRoute } from '../pages/home/route.js';
import { inboxRoute } from '../pages/inbox/route.js';
import { jobRoute } from '../pages/job/route.js';
import { jobsRoute } from '../pages/jobs/route.js';
import { policiesRoute } from '../pages/policies/route.js';
import { newPolicyRoute, policyRoute } from '../pages/policy/route.js';
import { peopleRoute } from '../pages/people/route.js';
import { personRoute } from '../pages/person/route.js';
import { profileRoute } from '../pages/profile/route.js';
import { projectRoute } from '../pages/project/route.js';
import { projectsRoute } from '../pages/projects/route.js';
import { requestRoute } from '../pages/request/route.js';
import { requestsRoute } from '../pages/requests/route.js';
import { revealRoute } from '../pages/reveal/route.js';
import {
  newProjectRuleRoute,
  newTeamRuleRoute,
  projectRuleRoute,
  teamRuleRoute,
} from '../pages/scoped-rule/route.js';
import { roleRoute } from '../pages/role/route.js';
import { rolesRoute } from '../pages/roles/route.js';
import { secretRoute } from '../pages/secret/route.js';
import { secretsRoute } from '../pages/secrets/route.js';
import { settingsRoute } from '../pages/settings/route.js';
import { signInRoute } from '../pages/sign-in/route.js';
import { signedInRoute } from '../pages/signed-in/route.js';
import { simulateRoute } from '../pages/simulate/route.js';
import { statisticsRoute } from '../pages/statistics/route.js';
import { stepUpRoute } from '../pages/step-up/route.js';
import { newWorkflowRoute, workflowRoute } from '../pages/workflow/route.js';
import { workflowsRoute } from '../pages/workflows/route.js';
import { teamRoute } from '../pages/team/route.js';
import { teamsRoute } from '../pages/teams/route.js';
import { workloadRoute } from '../pages/workload/route.js';
import { workloadsRoute } from '../pages/workloads/route.js';
import { ErrorPage } from './error-pages.js';
import { notFoundRoute, rootRoute, shellRoute } from './root-route.js';

/** Every page of the console: a new one is added here. */
const pages = [
  homeRoute,
  requestsRoute,
  statisticsRoute,
  newRequestRoute,
  requestRoute,
  revealRoute,
  fillRoute,
  profileRoute,
  cliAuthorizeRoute,
  stepUpRoute,
  auditRoute,
  auditLogRoute,
  auditEventRoute,
  fleetRoute,
  agentRoute,
  jobsRoute,
  jobRoute,
  connectionsRoute,
  connectionNewRoute,
  connectionRoute,
  gitopsRoute,
  inboxRoute,
  secretsRoute,
  secretRoute,
  policiesRoute,
  simulateRoute,
  newPolicyRoute,
  policyRoute,
  workflowsRoute,
  newWorkflowRoute,
  workflowRoute,
  newProjectRuleRoute,
  projectRuleRoute,
  newTeamRuleRoute,
  teamRuleRoute,
  projectsRoute,
  projectRoute,
  bindRoute,
  environmentRoute,
  teamsRoute,
  teamRoute,
  peopleRoute,
  personRoute,
  workloadsRoute,
  workloadRoute,
  rolesRoute,
  roleRoute,
  grantsRoute,
  settingsRoute,
  notFoundRoute,
] as const;
const routeTree = rootRoute.addChildren([signInRoute, signedInRoute, shellRoute.addChildren(pages)]);

/** Which page is shown for an address; the code of a page is loaded when it is first opened. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Parameters that a page does not know, as trackers add them to links, are no filters.
  search: { strict: true },
});

// A call that waits for a second factor belongs to its page: leaving the page drops it.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged && stepUpGate.asked.get() !== undefined) stepUpGate.answer(false);
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
