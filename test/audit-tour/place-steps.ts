import type { TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { silent, type Steps, writes } from './step.js';
import type { TourWorld } from './tour-world.js';

const newTeam = async ({ admin, unique }: TourWorld): Promise<string> =>
  created(await admin.post('/teams', { name: unique('team') })).id;
const newProject = async ({ admin, unique, team }: TourWorld): Promise<string> =>
  created(await admin.post('/projects', { name: unique('project'), team_id: team.id })).id;
const newEnvironment = async (world: TourWorld): Promise<string> =>
  created(await world.admin.post('/environments', environment(world))).id;
const environment = ({ project, unique }: TourWorld): object => ({
  ...{ project_id: project.id, name: unique('environment'), type: 'dev', risk_level: 1 },
});
const newWorkflow = async ({ admin, unique }: TourWorld, more: object = {}): Promise<string> =>
  created(await admin.post('/workflows', { name: unique('workflow'), min_approvers: 1, ...more })).id;
const policy = async (world: TourWorld): Promise<object> => ({
  name: world.unique('rule'),
  selector: { secret_ref_prefix: world.unique('nowhere/') },
  workflow_id: await newWorkflow(world),
  priority: 5,
});

/** Returns a rule as a project's or team's author writes it. */
const scopedRule = async (world: TourWorld): Promise<object> => ({
  name: world.unique('rule'),
  selector: { environment_kind: 'non_prod', secret_ref_prefix: world.unique('nowhere/') },
  workflow_id: await newWorkflow(world, { scoped_policy_authorable: true }),
  priority: 5,
});
const author = ({ somebody, team }: TourWorld): Promise<TestClient> =>
  somebody('policy_author', { scope: { team_id: team.id }, fresh: true });

async function scoped(
  world: TourWorld,
  anchor: 'projects' | 'teams',
): Promise<{ by: TestClient; ids: string[] }> {
  const by = await author(world);
  const id = (anchor === 'projects' ? world.project : world.team).id;
  const { rule } = created(await by.post(`/${anchor}/${id}/policy-rules`, await scopedRule(world)));
  return { by, ids: [id, rule.id] };
}

/** Teams, projects, environments, workflows and rules. */
export const PLACE_STEPS: Steps = {
  'POST /api/v1/teams': writes('team.create', async ({ admin, unique }) => ({
    ...{ by: admin, body: { name: unique('team') } },
  })),
  'PUT /api/v1/teams/{id}': writes('team.update', async (world) => ({
    ...{ by: world.admin, ids: [await newTeam(world)], body: { name: world.unique('team') } },
  })),
  'PUT /api/v1/teams/{id}/status': writes('team.update', async (world) => ({
    ...{ by: world.admin, ids: [await newTeam(world)], body: { status: 'archived' } },
  })),
  'POST /api/v1/projects': writes('project.create', async ({ developer, unique }) => ({
    ...{ by: developer, body: { name: unique('project') } },
  })),
  'PUT /api/v1/projects/{id}': writes('project.update', async (world) => ({
    ...{ by: world.admin, ids: [await newProject(world)], body: { team_id: await newTeam(world) } },
  })),
  'PUT /api/v1/projects/{id}/status': writes('project.update', async ({ admin, developer, unique }) => {
    const { id } = created(await developer.post('/projects', { name: unique('project') }));
    return { by: admin, ids: [id], body: { status: 'archived' } };
  }),
  'POST /api/v1/environments': writes('environment.create', async (world) => ({
    ...{ by: world.admin, body: environment(world) },
  })),
  'PUT /api/v1/environments/{id}': writes('environment.update', async (world) => ({
    ...{ by: world.admin, ids: [await newEnvironment(world)], body: { risk_level: 2 } },
  })),
  'DELETE /api/v1/environments/{id}': writes('environment.delete', async (world) => ({
    ...{ by: world.admin, ids: [await newEnvironment(world)] },
  })),
  'POST /api/v1/workflows': writes('workflow.create', async ({ admin, unique }) => ({
    ...{ by: admin, body: { name: unique('workflow'), min_approvers: 2 } },
  })),
  'PUT /api/v1/workflows/{id}': writes('workflow.update', async (world) => ({
    ...{ by: world.admin, ids: [await newWorkflow(world)], body: { min_approvers: 2 } },
  })),
  'DELETE /api/v1/workflows/{id}': writes('workflow.delete', async (world) => ({
    ...{ by: world.admin, ids: [await newWorkflow(world)] },
  })),
  'PUT /api/v1/platform-settings': writes('platform.settings.updated', async ({ admin }) => ({
    ...{ by: admin, body: { policy_priority_cap: 9001 } },
  })),
  'POST /api/v1/policies': writes('policy.create', async (world) => ({
    ...{ by: world.admin, body: await policy(world) },
  })),
  'PUT /api/v1/policies/{id}': writes('policy.update', async (world) => {
    const { id } = created(await world.admin.post('/policies', await policy(world)));
    return { by: world.admin, ids: [id], body: { priority: 6 } };
  }),
  'DELETE /api/v1/policies/{id}': writes('policy.delete', async (world) => {
    const { id } = created(await world.admin.post('/policies', await policy(world)));
    return { by: world.admin, ids: [id] };
  }),
  'POST /api/v1/policies/simulate': silent('a question; D43', async ({ admin }) => ({ by: admin, body: {} })),
  ...scopedSteps('projects', 'projectID'),
  ...scopedSteps('teams', 'teamID'),
};

function scopedSteps(anchor: 'projects' | 'teams', parameter: string): Steps {
  const path = `/api/v1/${anchor}/{${parameter}}/policy-rules`;
  return {
    [`POST ${path}`]: writes('policy.create', async (world) => ({
      by: await author(world),
      ids: [(anchor === 'projects' ? world.project : world.team).id],
      body: await scopedRule(world),
    })),
    [`PUT ${path}/{ruleID}`]: writes('policy.update', async (world) => ({
      ...(await scoped(world, anchor)),
      body: { priority: 6 },
    })),
    [`DELETE ${path}/{ruleID}`]: writes('policy.delete', (world) => scoped(world, anchor)),
  };
}
