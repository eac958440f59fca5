export { ENVIRONMENT_TYPES, type EnvironmentType } from './domain/environment-kind.js';
export {
  type EnvironmentDeletionHook,
  EnvironmentDeletionHooks,
  type DeletedEnvironment,
} from './environment-deletion-hooks.js';
export { EnvironmentService } from './environments.service.js';
export { type EnvironmentRow, environmentVersion } from './environments.store.js';
export { type EnvironmentPlace, Places, type ProjectPlace, type TeamPlace } from './places.js';
export { ProjectService } from './projects.service.js';
export { type ProjectRow, projectVersion } from './projects.store.js';
export { type Status, STATUSES } from './status.js';
export { TeamService } from './teams.service.js';
export { type TeamRow, teamVersion } from './teams.store.js';
export { tenancyErrors } from './tenancy.errors.js';
export { TenancyModule } from './tenancy.module.js';
export { type ProjectWithEnvironments, TenancyReadModel } from './tenancy.read-model.js';
