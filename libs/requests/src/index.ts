export { type AccessRequest, factsOf, LAPSED, SELECT_REQUEST } from './access-request.js';
export { type ActorFacts, type AllowedAction, refuseReveal, refuseVote } from './domain/request-actions.js';
export {
  REQUEST_STATUSES,
  REQUEST_TRANSITIONS,
  type RequestStatus,
  type RequestType,
} from './domain/request-state.js';
export { RequestCoreModule } from './request-core.module.js';
export { RequestExpiry } from './request-expiry.js';
export { type RequestKind, RequestKinds } from './request-kinds.js';
export { RequestMoves } from './request-moves.js';
export { refusalError, requestErrors } from './requests.errors.js';
export { RequestsModule } from './requests.module.js';
export {
  type ApprovalRow,
  type RequestFilter,
  RequestReadModel,
  type SubmittedRequest,
} from './requests.read-model.js';
export { RequestService } from './requests.service.js';
export { type NewRequest, RequestStore } from './requests.store.js';
export { SubmissionService } from './submission.service.js';
export { WrapRetrieval } from './wrap-retrieval.service.js';
