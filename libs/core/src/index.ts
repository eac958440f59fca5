export { CallVariable } from './call-variable.js';
export {
  adoptCorrelationId,
  currentCorrelationId,
  ownCorrelationId,
  withCorrelation,
} from './correlation.js';
export { DomainError, type ErrorKind } from './domain-error.js';
export { dueToGrants, isDueToGrants } from './due-to-grants.js';
export { ExpectedVersion, versionOf } from './expected-version.js';
export { type FieldError, httpErrors, withinField } from './http.errors.js';
export { newId } from './new-id.js';
export { cursorColumn, type Page, pageOf, pageRequest, type PageRequest } from './page.js';
export type { Warning } from './warning.js';
export { withTimeout } from './with-timeout.js';
