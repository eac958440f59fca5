import { Module } from '@nestjs/common';
import { EnvironmentUses } from './environment-use.js';
import { Places } from './places.js';

/** Teams as a tree, projects, environments. */
@Module({ providers: [Places, EnvironmentUses], exports: [Places, EnvironmentUses] })
export class TenancyModule {}
