import { Module } from '@nestjs/common';
import { DirectoryReadModel } from './directory.read-model.js';

/** Resolves ids to names. */
@Module({ providers: [DirectoryReadModel], exports: [DirectoryReadModel] })
export class DirectoryModule {}
