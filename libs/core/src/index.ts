export { CallVariable } from './call-variable.js';
export {
  adoptCorrelationId,
  currentCorrelationId,
  ownCorrelationId,
  withCorrelation,
} from './correlation.js';
export { DomainError, type ErrorKind } from './domain-error.js';
export { hidesCoverage, hidingCoverage } from './hidden-coverage.js';
export { type FieldFault, httpErrors } from './http.errors.js';
export { newId } from './new-id.js';
export { cursorColumn, MAX_LIMIT, type Page, pageOf, pageRequest, type PageRequest } from './page.js';
export type { Warning } from './warning.js';
export { withTimeout } from './with-timeout.js';
