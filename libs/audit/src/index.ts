export type { Actor, AuditEvent } from './audit-event.js';
export { Audit } from './audit.js';
export { AuditModule } from './audit.module.js';
export { type AuditFilter, AuditReadModel, type AuditRow } from './audit.read-model.js';
export { auditColumns } from './audit-columns.js';
export { AUDIT_COLUMNS, auditRows, INSERT_AUDIT_EVENT } from './insert-audit-event.js';
