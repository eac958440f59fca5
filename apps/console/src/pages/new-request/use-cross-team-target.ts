import { useQuery } from '@tanstack/react-query';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import { usePersistedState } from '../../ui/persisted-input.js';

interface TargetChoice {
  readonly target_team_id: string;
  readonly target_project_id: string;
  readonly target_environment_id: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The target of a cross-team request so far, and the remaining choices: each choice narrows the others. */
export interface CrossTeamTarget extends TargetChoice {
  readonly teams: readonly Named[];
  readonly projects: readonly Named[];
  readonly environments: readonly (Named & { readonly kind: string })[];
  readonly chooseTeam: (id: string) => void;
  readonly chooseProject: (id: string) => void;
  readonly chooseEnvironment: (id: string) => void;
}

const NOTHING: TargetChoice = { target_team_id: '', target_project_id: '', target_environment_id: '' };

/** Holds the target of a cross-team request. */
export function useCrossTeamTarget(): CrossTeamTarget {
  const [target, setTarget] = usePersistedState('target', () => NOTHING);
  const { target_team_id: team, target_project_id: project } = target;
  const teams = useQuery(teamsQuery).data ?? [];
  const all = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsOfQuery(project)).data ?? [];
  // A project without a team can't be asked: nobody provides for it.
  const projects = all.filter(({ status, team_id: of }) => status === 'active' && of !== null);
  const asked = new Set(projects.map(({ team_id: of }) => of));
  const only = environments.length === 1 ? environments[0]!.id : '';
  return {
    ...target,
    target_environment_id: target.target_environment_id || only,
    teams: teams.filter(({ id, status }) => status === 'active' && asked.has(id)),
    projects: team === '' ? projects : projects.filter(({ team_id: of }) => of === team),
    environments,
    chooseTeam: (id) => setTarget({ ...NOTHING, target_team_id: id, target_project_id: onlyOf(id) }),
    chooseProject: (id) => {
      const of = projects.find((each) => each.id === id)?.team_id ?? team;
      setTarget({ ...NOTHING, target_team_id: of, target_project_id: id });
    },
    chooseEnvironment: (id) => setTarget({ ...target, target_environment_id: id }),
  };

  /** The project of a team that has one alone. */
  function onlyOf(teamId: string): string {
    const own = projects.filter(({ team_id: of }) => of === teamId);
    return own.length === 1 ? own[0]!.id : '';
  }
}
