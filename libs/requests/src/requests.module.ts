import { type DynamicModule, Module } from '@nestjs/common';
import { PoliciesModule } from '#libs/policies';
import { ConnectionsModule } from '#libs/providers';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { RequestCoreModule } from './request-core.module.js';
import { RequestSettings } from './request-settings.js';
import { RequesterDisabling } from './requester-disabling.js';
import { RequestWriter } from './request-writer.js';
import { RequestService } from './requests.service.js';
import { SubmissionGate } from './submission-gate.js';
import { SubmissionService } from './submission.service.js';
import { WrapRetrieval } from './wrap-retrieval.service.js';

const PUBLIC = [RequestService, SubmissionService, WrapRetrieval];

/** What people do with requests. Needs the api's sign-in and key service. */
@Module({})
export class RequestsModule {
  static forSettings(settings: RequestSettings): DynamicModule {
    return {
      module: RequestsModule,
      imports: [TenancyModule, PoliciesModule, ConnectionsModule, UsersModule, RequestCoreModule],
      providers: [
        ...PUBLIC,
        RequesterDisabling,
        SubmissionGate,
        RequestWriter,
        { provide: RequestSettings, useValue: settings },
      ],
      exports: [...PUBLIC, RequestCoreModule],
    };
  }
}
