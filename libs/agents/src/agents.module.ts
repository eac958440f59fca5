import { type DynamicModule, Module } from '@nestjs/common';
import { ConnectionsModule } from '#libs/providers';
import { WrapsModule } from '#libs/wraps';
import { AgentAuthentication } from './agent-authentication.js';
import { AgentJobService } from './agent-job.service.js';
import { AgentService } from './agent.service.js';
import { AgentSettings } from './agent-settings.js';
import { AgentStore } from './agent.store.js';
import { AgentReadModel } from './agents.read-model.js';
import { ClusterEndpoints } from './cluster-endpoints.js';
import { ConnectionAgents } from './connection-agents.js';
import { ConnectivityCheckService } from './connectivity-check.service.js';
import { DataKeyService } from './data-key.service.js';
import { EnrollmentTokenReadModel } from './enrollment-token.read-model.js';
import { EnrollmentTokenService } from './enrollment-token.service.js';
import { EnrollmentTokenStore } from './enrollment-token.store.js';
import { EnrollmentService } from './enrollment.service.js';
import { FleetReadModel } from './fleet.read-model.js';
import { FailedAttempts } from './failed-attempts.js';
import { HeartbeatService } from './heartbeat.service.js';
import { JobStores } from './job-stores.js';
import { publicKeyChanges, PublicKeyService } from './public-key.service.js';
import { PostedWrapService } from './posted-wrap.service.js';
import { SecretRotationService } from './secret-rotation.service.js';
import { HeartbeatWriter } from './heartbeat-writer.js';
import { AgentWrapRetrievalService } from './agent-wrap-retrieval.service.js';

const EXPORTED = [
  AgentAuthentication,
  AgentJobService,
  AgentReadModel,
  AgentService,
  ClusterEndpoints,
  ConnectivityCheckService,
  DataKeyService,
  EnrollmentService,
  EnrollmentTokenReadModel,
  EnrollmentTokenService,
  FleetReadModel,
  HeartbeatService,
  PostedWrapService,
  PublicKeyService,
  SecretRotationService,
  AgentWrapRetrievalService,
];

/** Agents: their identities, enrollment, heartbeats and the values that they exchange. Requires the JobsModule. */
@Module({})
export class AgentsModule {
  static forRoot(settings: AgentSettings): DynamicModule {
    return {
      module: AgentsModule,
      global: true,
      imports: [WrapsModule, ConnectionsModule],
      providers: [
        { provide: AgentSettings, useValue: settings },
        AgentStore,
        ConnectionAgents,
        EnrollmentTokenStore,
        FailedAttempts,
        JobStores,
        publicKeyChanges,
        HeartbeatWriter,
        ...EXPORTED,
      ],
      exports: EXPORTED,
    };
  }
}
