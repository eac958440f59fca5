import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AdministratorStore } from './administrators.store.js';
import { AssignmentService } from './assignments.service.js';
import { AssignmentStore } from './assignments.store.js';
import { GrantSubjects } from './grant-subjects.js';
import { RbacReadModel } from './rbac.read-model.js';
import { RoleEditorDisabling } from './role-editor-disabling.js';
import { RoleService } from './roles.service.js';
import { RoleStore } from './roles.store.js';
import { WorkloadGrants } from './workload-grants.service.js';
import { SystemGrants } from './system-grants.service.js';

const EXPORTED = [RoleService, AssignmentService, SystemGrants, WorkloadGrants, RbacReadModel];

/** Roles and grants. */
@Module({
  imports: [TenancyModule, UsersModule],
  providers: [
    ...EXPORTED,
    RoleStore,
    AssignmentStore,
    AdministratorStore,
    GrantSubjects,
    RoleEditorDisabling,
  ],
  exports: EXPORTED,
})
export class RbacModule {}
