import { Module } from '@nestjs/common';
import { EnvironmentDeletionHooks } from './environment-deletion-hooks.js';
import { EnvironmentService } from './environments.service.js';
import { EnvironmentStore } from './environments.store.js';
import { Places } from './places.js';
import { ProjectService } from './projects.service.js';
import { ProjectStore } from './projects.store.js';
import { TeamService } from './teams.service.js';
import { TeamStore } from './teams.store.js';
import { TenancyReadModel } from './tenancy.read-model.js';

const EXPORTED = [
  Places,
  EnvironmentDeletionHooks,
  TeamService,
  ProjectService,
  EnvironmentService,
  TenancyReadModel,
];

/** The tree of teams, projects and environments. */
@Module({ providers: [...EXPORTED, TeamStore, ProjectStore, EnvironmentStore], exports: EXPORTED })
export class TenancyModule {}
