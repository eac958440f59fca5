export type { EnvironmentKind, EnvironmentType } from './domain/environment-kind.js';
export { type EnvironmentUse, EnvironmentUses, type LeavingEnvironment } from './environment-use.js';
export { type EnvironmentPlace, Places, type ProjectPlace, type TeamPlace } from './places.js';
export { TenancyModule } from './tenancy.module.js';
