export type { CrossTeamTarget } from './cross-team-gate.js';
export { CrossTeamSubmission } from './cross-team-submission.service.js';
export { crossTeamErrors } from './cross-team.errors.js';
export { CrossTeamModule } from './cross-team.module.js';
export { FillService } from './fill.service.js';
export { InboxReadModel } from './inbox.read-model.js';
export { VerificationService, type Verification } from './verification.service.js';
