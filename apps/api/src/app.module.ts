import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { type ApiConfig, SecurityProfileModule } from '#libs/config';
import { IdempotencyModule } from '#libs/idempotency';
import { AccessModule } from './access/access.module.js';
import { AgentsApiModule } from './agents/agents-api.module.js';
import { AuditApiModule } from './audit/audit-api.module.js';
import { AuthApiModule } from './auth/auth-api.module.js';
import { CrossTeamApiModule } from './cross-team/cross-team-api.module.js';
import { DirectoryApiModule } from './directory/directory-api.module.js';
import { GitopsApiModule } from './gitops/gitops-api.module.js';
import { JobsApiModule } from './jobs/jobs-api.module.js';
import { MetaApiModule } from './meta/meta-api.module.js';
import { OpenapiApiModule } from './openapi/openapi-api.module.js';
import { OidcApiModule } from './oidc/oidc-api.module.js';
import { PlatformModule } from './platform.module.js';
import { PoliciesApiModule } from './policies/policies-api.module.js';
import { ProbesModule } from './probes/probes.module.js';
import { ProvidersApiModule } from './providers/providers-api.module.js';
import { RequestsApiModule } from './requests/requests-api.module.js';
import { RevealApiModule } from './reveal/reveal-api.module.js';
import { WorkflowsApiModule } from './workflows/workflows-api.module.js';
import { RbacApiModule } from './rbac/rbac-api.module.js';
import { TenancyApiModule } from './tenancy/tenancy-api.module.js';
import { UsersApiModule } from './users/users-api.module.js';
import { WaitsModule } from './waits/waits.module.js';
import { WorkloadsApiModule } from './workloads/workloads-api.module.js';

/** The api: a module per context, behind one guard. */
@Module({})
export class AppModule {
  static forConfig(config: ApiConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SecurityProfileModule.of(config.securityProfile),
        PlatformModule.forConfig(config),
        AuthModule.forRoot(config),
        AccessModule.forRoot(config),
        IdempotencyModule.forSecret(config.jwt.secret),
        ProbesModule.forConfig(config),
        WaitsModule,
        OpenapiApiModule,
        MetaApiModule.forConfig(config),
        AuditApiModule,
        AuthApiModule.forRoot({
          secureCookies: config.env === 'production',
          webauthn: config.webauthn !== null,
          publicUrl: config.publicUrl,
        }),
        ...OidcApiModule.forConfig(config),
        WorkloadsApiModule,
        UsersApiModule,
        DirectoryApiModule,
        TenancyApiModule,
        RbacApiModule,
        PoliciesApiModule,
        WorkflowsApiModule,
        ProvidersApiModule.forConfig(config),
        CrossTeamApiModule,
        RequestsApiModule.forConfig(config),
        RevealApiModule,
        JobsApiModule.forConfig(config),
        AgentsApiModule.forConfig(config),
        GitopsApiModule.forConfig(config),
      ],
    };
  }
}
