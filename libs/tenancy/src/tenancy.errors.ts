import { DomainError } from '#libs/core';

/** Errors of changing teams, projects and environments. */
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
  environmentNameExists: () =>
    new DomainError(
      'environment_name_exists',
      'conflict',
      'The project already has an environment with this name.',
    ),
} as const;
