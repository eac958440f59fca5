export { type AccessRequest, factsOf, OVERDUE, SELECT_REQUEST } from './access-request.js';
export { type ActorFacts, type AllowedAction, refuseReveal, refuseVote } from './domain/request-actions.js';
export {
  REQUEST_STATUSES,
  REQUEST_TRANSITIONS,
  type RequestStatus,
  type RequestType,
} from './domain/request-state.js';
export { RequestExpiry } from './lifecycle/request-expiry.js';
export { type RequestKind, RequestKinds } from './request-kinds.js';
export { RequestTransitions } from './lifecycle/request-transitions.js';
export { refusalError, requestErrors } from './requests.errors.js';
export { RequestCoreModule, RequestsModule } from './requests.module.js';
export {
  type ApprovalRow,
  type RequestFilter,
  RequestReadModel,
  type SubmittedRequest,
} from './requests.read-model.js';
export { RequestService } from './decide/requests.service.js';
export { type NewRequest, RequestStore } from './requests.store.js';
export { SubmissionService } from './submit/submission.service.js';
export { WrapRetrieval } from './retrieve/wrap-retrieval.service.js';
