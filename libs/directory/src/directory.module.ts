import { Module } from '@nestjs/common';
import { DirectoryReadModel } from './directory.read-model.js';

/** Names of what is known by id. */
@Module({ providers: [DirectoryReadModel], exports: [DirectoryReadModel] })
export class DirectoryModule {}
