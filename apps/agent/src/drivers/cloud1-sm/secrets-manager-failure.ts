import { retryAfterMs } from '../../http/retry-after.js';
import { connectionFailureOf } from '../connection-failure.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';

/** The used members of an error of the SDK; its message may contain a name, an ARN or a principal. */
interface ServiceFailure {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}

const CODES: Record<string, StoreErrorCode> = {
  ResourceNotFoundException: 'secret_not_found',
  ResourceExistsException: 'cas_conflict',
  AccessDeniedException: 'permission_denied',
  UnrecognizedClientException: 'permission_denied',
  InvalidClientTokenId: 'permission_denied',
  InvalidSignatureException: 'permission_denied',
  ExpiredTokenException: 'permission_denied',
  ExpiredToken: 'permission_denied',
  OptInRequired: 'permission_denied',
  DecryptionFailure: 'store_key_unusable',
  EncryptionFailure: 'store_key_unusable',
  InternalServiceError: 'store_unavailable',
};
const MARKED = /marked (for deletion|deleted)|scheduled for deletion/;
const THROTTLED = /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown/;

/**
 * Maps an error of the SDK to a StoreError; returns StoreErrors unchanged.
 * @param ofThisCall codes for names that mean something else in this call
 */
export function secretsManagerFailure(
  error: unknown,
  ofThisCall: Record<string, StoreErrorCode> = {},
): StoreError {
  if (error instanceof StoreError) return error;
  const failure = (error ?? {}) as ServiceFailure;
  const named = ofThisCall[failure.name ?? ''] ?? codeByName(failure);
  if (named !== null) return new StoreError(named, waitOf(failure));
  const status = statusOf(failure);
  if (status >= 500) return new StoreError('store_unavailable', waitOf(failure));
  const connection = status === 0 ? connectionFailureOf(error) : null;
  return new StoreError(connection ?? 'store_answer_unexpected');
}

function codeByName(failure: ServiceFailure): StoreErrorCode | null {
  if (isOfDeletedSecret(failure)) return 'secret_deleted';
  if (isThrottling(failure)) return 'store_throttled';
  return CODES[failure.name ?? ''] ?? null;
}

function waitOf({ $response }: ServiceFailure): number | null {
  return retryAfterMs($response?.headers?.['retry-after'], Date.now());
}

/** Maps an error of the credentials chain or of AssumeRole to a StoreError. */
export function credentialsFailure(error: unknown): StoreError {
  const failure = (error ?? {}) as ServiceFailure;
  if (failure.name === 'CredentialsProviderError') {
    return new StoreError(connectionFailureOf(error) ?? 'store_credentials_missing');
  }
  const status = statusOf(failure);
  const isRefusal = status >= 400 && status < 500 && !isThrottling(failure);
  return isRefusal ? new StoreError('store_login_refused') : secretsManagerFailure(error);
}

function statusOf({ $metadata }: ServiceFailure): number {
  return $metadata?.httpStatusCode ?? 0;
}

function isThrottling(failure: ServiceFailure): boolean {
  return THROTTLED.test(failure.name ?? '') || statusOf(failure) === 429;
}

function isOfDeletedSecret({ name, message = '' }: ServiceFailure): boolean {
  return name === 'InvalidRequestException' && MARKED.test(message);
}
