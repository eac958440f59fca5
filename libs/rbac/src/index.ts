export { AssignmentService } from './assignments.service.js';
export type { AssignmentRow } from './assignments.store.js';
export { actorOf, type Caller } from './caller.js';
export { grantsSql } from './grants-sql.js';
export { RbacModule } from './rbac.module.js';
export { RbacReadModel } from './rbac.read-model.js';
export { RoleService } from './roles.service.js';
export type { RoleRow } from './roles.store.js';
export { type Reconciled, SystemGrants } from './system-grants.service.js';
