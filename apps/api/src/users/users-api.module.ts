import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { MeController } from './me.controller.js';
import { MyFactorsController } from './my-factors.controller.js';
import { MyPasswordController } from './my-password.controller.js';
import { MySessionsController } from './my-sessions.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [UsersModule],
  controllers: [
    MeController,
    MyFactorsController,
    MyPasswordController,
    MySessionsController,
    UsersController,
  ],
})
export class UsersApiModule {}
