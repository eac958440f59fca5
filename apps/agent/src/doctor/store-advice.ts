import { DRIVERS, hasDriver } from '../drivers/provider-drivers.js';
import { STORE_ERRORS, type StoreErrorCode } from '../drivers/store-error-codes.js';

const ABOUT_IDENTITY = new Set<StoreErrorCode>([
  'store_credentials_missing',
  'store_login_refused',
  'permission_denied',
]);

/**
 * Returns the advice for an error code, from the table of the reference; for a missing login also where the type's identity
 * is configured.
 */
export function adviceForStore(code: StoreErrorCode, type: string): string {
  const { action } = STORE_ERRORS[code];
  const identity = hasDriver(type) ? DRIVERS[type].advice : null;
  return identity && ABOUT_IDENTITY.has(code) ? `${action} The identity comes from ${identity}.` : action;
}
