import { type DynamicModule, Module } from '@nestjs/common';
import { PoliciesModule } from '#libs/policies';
import { ConnectionsModule, SecretReadModel } from '#libs/providers';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { WrapsModule } from '#libs/wraps';
import { ApproverReadModel } from './approvers.read-model.js';
import { CommentService } from './decide/comments.service.js';
import { RequestService } from './decide/requests.service.js';
import { DisclosureReadModel } from './disclosures.read-model.js';
import { RequestDeletionHooks } from './lifecycle/deletion-hooks.js';
import { RequestJobHooks } from './lifecycle/job-hooks.js';
import { RequestExpiry } from './lifecycle/request-expiry.js';
import { RequestTransitions } from './lifecycle/request-transitions.js';
import { RequestNamesReadModel } from './request-names.read-model.js';
import { RequestKinds } from './request-kinds.js';
import { RequestSettings } from './request-settings.js';
import { RequestStatsReadModel } from './request-stats.read-model.js';
import { RequestReadModel } from './requests.read-model.js';
import { RequestStore } from './requests.store.js';
import { RequestDetailsReadModel } from './request-details.read-model.js';
import { TimelineReadModel } from './timeline.read-model.js';
import { WaitingReadModel } from './waiting.read-model.js';
import { WrapRetrieval } from './retrieve/wrap-retrieval.service.js';
import { NewRequestStore } from './submit/new-requests.store.js';
import { RequestWriter } from './submit/request-writer.js';
import { SubmissionGate } from './submit/submission-gate.js';
import { SubmissionPreview } from './submit/submission-preview.service.js';
import { SubmissionService } from './submit/submission.service.js';

const CORE = [
  RequestStore,
  NewRequestStore,
  RequestTransitions,
  RequestExpiry,
  RequestReadModel,
  RequestNamesReadModel,
  WaitingReadModel,
  RequestKinds,
];

/** Storage, transitions and expiry of requests, as the worker needs them. */
@Module({
  imports: [TenancyModule, ConnectionsModule, WrapsModule],
  providers: [...CORE, RequestJobHooks],
  exports: [...CORE, WrapsModule],
})
export class RequestCoreModule {}

const EXPORTED = [
  RequestService,
  CommentService,
  SubmissionService,
  SubmissionPreview,
  WrapRetrieval,
  DisclosureReadModel,
  RequestStatsReadModel,
  RequestDetailsReadModel,
  TimelineReadModel,
  ApproverReadModel,
];

/** Submission, decisions and retrieval. Requires the api's authentication and the key service. */
@Module({})
export class RequestsModule {
  static forSettings(settings: RequestSettings): DynamicModule {
    return {
      module: RequestsModule,
      imports: [TenancyModule, PoliciesModule, ConnectionsModule, UsersModule, RequestCoreModule],
      providers: [
        ...EXPORTED,
        RequestDeletionHooks,
        SecretReadModel,
        SubmissionGate,
        RequestWriter,
        { provide: RequestSettings, useValue: settings },
      ],
      exports: [...EXPORTED, RequestCoreModule],
    };
  }
}
