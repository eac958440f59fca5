export { type Approvers, type ApproverGroup, ApproverReadModel } from './approvers.read-model.js';
export { type AccessRequest, approvalsOf, validVotersOf, type SubmittedRequest } from './access-request.js';
export type { ActorFacts, AllowedAction } from './domain/request-actions.js';
export { type Disclosure, DisclosureReadModel } from './disclosures.read-model.js';
export { REQUEST_STATUSES, type RequestStatus, type RequestType } from './domain/request-state.js';
export type { RequestFilter, RequestOrder } from './request-filter.js';
export type { WaitingFor } from './domain/request-waiting.js';
export type { TimelineDetail, TimelineStep } from './domain/timeline.js';
export { RequestExpiry } from './lifecycle/request-expiry.js';
export { type RequestKind, RequestKinds } from './request-kinds.js';
export { type RequestDetails, RequestDetailsReadModel } from './request-details.read-model.js';
export { type RequestNames, RequestNamesReadModel } from './request-names.read-model.js';
export { RequestTransitions } from './lifecycle/request-transitions.js';
export { requestErrors } from './requests.errors.js';
export { RequestCoreModule, RequestsModule } from './requests.module.js';
export {
  type ApprovalRow,
  type OwnRequest,
  RequestReadModel,
  type TeamCount,
} from './requests.read-model.js';
export { type CountsOfKind, type RequestDay, RequestStatsReadModel } from './request-stats.read-model.js';
export { CommentService, type RequestComment } from './decide/comments.service.js';
export { RequestService } from './decide/requests.service.js';
export { RequestStore } from './requests.store.js';
export { type NewRequest, NewRequestStore } from './submit/new-requests.store.js';
export { type Preview, type PreviewInput, SubmissionPreview } from './submit/submission-preview.service.js';
export { SubmissionService } from './submit/submission.service.js';
export { type TimelineEntry, TimelineReadModel } from './timeline.read-model.js';
export { type WaitingCount, WaitingReadModel } from './waiting.read-model.js';
export { type RetrievedWrap, WrapRetrieval } from './retrieve/wrap-retrieval.service.js';
