export { type Caller, principalKindOf } from './caller.js';
export {
  type Grant,
  holdsAnywhere,
  holdsAt,
  holdsGlobally,
  isCovered,
  isGlobal,
  type Place,
  type Scope,
  scopeCovers,
} from './coverage.js';
export { isPermission, type Permission, PERMISSION_CATALOG } from './permission.js';
