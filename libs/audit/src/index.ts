export { type Actor, actorOf, type AuditEvent } from './audit-event.js';
export { Audit } from './audit.js';
export { auditErrors } from './audit.errors.js';
export { AuditModule } from './audit.module.js';
export { AuditTasksModule } from './audit-tasks.module.js';
export { AuditSealTask } from './log/audit-seal.task.js';
export { createAuditPartitions } from './log/create-audit-partitions.js';
export {
  AUDIT_STATUSES,
  type AuditFilter,
  AuditReadModel,
  type AuditStatus,
  type IndexedAuditRow,
} from './audit.read-model.js';
export { AuditedRefusal } from './audited-refusal.js';
export { INSERT_AUDIT_EVENT } from './audit-sql.js';
export { type ChangeNote, RecentEvents } from './recent-events.js';
export { RecordedEvents } from './recorded-events.js';
export { SampledDenials } from './sampled-denials.js';
export { AuditExport, exportMembers } from './log/audit-export.js';
export {
  AuditProofReadModel,
  type Checkpoint,
  type InclusionProof,
  type InclusionProofs,
} from './log/audit-proof.read-model.js';
export { checkDatabaseRoles } from './check-database-roles.js';
