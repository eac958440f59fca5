import { DRIVERS, hasDriver } from '../drivers/provider-drivers.js';
import { STORE_ERRORS, type StoreErrorCode } from '../drivers/store-errors.js';

const ABOUT_IDENTITY = new Set<StoreErrorCode>([
  'store_credentials_missing',
  'store_login_refused',
  'permission_denied',
]);

/** Returns what to do about a code, by the table that the reference is made of; for a type's identity, where that is set. */
export function adviceForStore(code: StoreErrorCode, type: string): string {
  const { action } = STORE_ERRORS[code];
  const identity = hasDriver(type) ? DRIVERS[type].advice : null;
  return identity && ABOUT_IDENTITY.has(code) ? `${action} The identity comes from ${identity}.` : action;
}
