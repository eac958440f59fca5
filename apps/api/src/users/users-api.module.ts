import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { MeController } from './me.controller.js';
import { MyFactorsController } from './my-factors.controller.js';
import { UsersController } from './users.controller.js';

@Module({ imports: [UsersModule], controllers: [MeController, MyFactorsController, UsersController] })
export class UsersApiModule {}
