import { DomainError, httpErrors } from '#libs/core';
import type { ScopeFault } from '#libs/connection-scope';

/** Errors of connections and their bindings (D48). */
export const providerErrors = {
  connectionNotFound: () => new DomainError('connection_not_found', 'not_found', 'Connection not found.'),
  connectionNameExists: () =>
    new DomainError('connection_name_exists', 'conflict', 'A connection with this name already exists.'),
  connectionDisabled: () =>
    new DomainError('connection_disabled', 'conflict', 'This connection is disabled.'),
  discoverRequiresCluster: () =>
    new DomainError(
      'discover_requires_cluster',
      'invalid',
      'Discovery requires a connection with a cluster name.',
    ),
  bindingExists: () => new DomainError('binding_exists', 'conflict', 'This binding already exists.'),
  bindingNotFound: () => new DomainError('binding_not_found', 'not_found', 'Binding not found.'),
  connectionInUse: (bindings: number, openRequests: number) =>
    new DomainError('connection_in_use', 'conflict', 'Bindings or open requests still use the connection.', {
      bindings_count: bindings,
      open_requests_count: openRequests,
    }),
  notSelfServiceBindable: () =>
    new DomainError(
      'connection_not_self_service_bindable',
      'forbidden',
      'Only integration administrators can bind this connection.',
    ),
  prodBindingNotAllowed: () =>
    new DomainError(
      'prod_binding_not_allowed_for_scope',
      'forbidden',
      'Only integration administrators can bind in prod environments.',
      { env_kind: 'prod' },
    ),
  outOfScopeBinding: () =>
    new DomainError('out_of_scope_binding', 'forbidden', 'Your grants do not cover this binding.'),
  projectIdRequired: () => new DomainError('project_id_required', 'invalid', 'Specify project_id.'),
  environmentIdRequired: () =>
    new DomainError('environment_id_required', 'invalid', 'Specify environment_id.'),
  discoveryAlreadyRunning: () =>
    new DomainError(
      'discovery_already_running',
      'conflict',
      'A discovery of this connection is already running.',
    ),
  secretNotFound: () => new DomainError('secret_not_found', 'not_found', 'Secret not found.'),
  scope: scopeError,
} as const;

/** Returns the error for an invalid scope. It names keys, never their values. */
function scopeError(fault: ScopeFault): DomainError {
  switch (fault.code) {
    case 'credential_in_scope':
      return new DomainError(fault.code, 'invalid', 'A scope must not contain credentials.', {
        banned_key: fault.bannedKey,
      });
    case 'secret_in_scope':
      return new DomainError(fault.code, 'invalid', 'A member of the scope looks like a secret.', {
        field: fault.field,
      });
    case 'provider_scope_invalid':
      return new DomainError(fault.code, 'invalid', 'The scope does not match the provider type.', {
        missing: fault.missing,
        unknown: fault.unknown,
      });
    case 'not_text':
      return httpErrors.invalidField(`scope.${fault.field}`, 'must be text of 1 to 1024 characters');
    case 'invalid_provider_url':
      return new DomainError(fault.code, 'invalid', 'The address must be an https URL without credentials.');
    case 'invalid_role_arn':
      return new DomainError(
        fault.code,
        'invalid',
        'The role must be written arn:<partition>:iam::<account>:role/<name>.',
      );
  }
}
