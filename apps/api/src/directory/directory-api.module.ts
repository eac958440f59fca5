import { Module } from '@nestjs/common';
import { DirectoryModule } from '#libs/directory';
import { UsersModule } from '#libs/users';
import { DirectoryController } from './directory.controller.js';

@Module({ imports: [DirectoryModule, UsersModule], controllers: [DirectoryController] })
export class DirectoryApiModule {}
