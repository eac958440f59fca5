import { DomainError } from '#libs/core';

/** Errors of teams, projects and environments, also of other contexts' calls that name one. */
export const tenancyErrors = {
  teamNotFound: () => new DomainError('team_not_found', 'not_found', 'Team not found.'),
  teamCycle: () => new DomainError('team_cycle', 'invalid', 'A team cannot be its own ancestor.'),
  teamArchived: () => new DomainError('team_archived', 'conflict', 'This team is archived.'),
  outOfScopeTeam: () =>
    new DomainError('out_of_scope_team', 'forbidden', 'Your grants do not cover this team.'),
  projectNotFound: () => new DomainError('project_not_found', 'not_found', 'Project not found.'),
  projectNameExists: () =>
    new DomainError('project_name_exists', 'conflict', 'A project with this name already exists.'),
  projectArchived: () => new DomainError('project_archived', 'conflict', 'This project is archived.'),
  outOfScopeProject: () =>
    new DomainError('out_of_scope_project', 'forbidden', 'Your grants do not cover this project.'),
  environmentNotFound: () => new DomainError('environment_not_found', 'not_found', 'Environment not found.'),
  environmentNotInProject: () =>
    new DomainError(
      'environment_not_in_project',
      'invalid',
      'The environment does not belong to this project.',
    ),
  environmentNameExists: () =>
    new DomainError(
      'environment_name_exists',
      'conflict',
      'The project already has an environment with this name.',
    ),
} as const;
