import { Module } from '@nestjs/common';
import { RbacModule } from '#libs/rbac';
import { TenancyModule } from '#libs/tenancy';
import { MyProjectsController } from './my-projects.controller.js';
import { PermissionsController } from './permissions.controller.js';
import { RolesController } from './roles.controller.js';
import { UserRolesController } from './user-roles.controller.js';

@Module({
  imports: [RbacModule, TenancyModule],
  controllers: [PermissionsController, MyProjectsController, RolesController, UserRolesController],
})
export class RbacApiModule {}
