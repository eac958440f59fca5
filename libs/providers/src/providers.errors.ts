import { DomainError, httpErrors } from '#libs/http';
import type { ScopeFault } from './domain/connection-scope.js';

/** What can be wrong with connections and their bindings (D48). */
export const providerErrors = {
  connectionNotFound: () =>
    new DomainError('connection_not_found', 'not_found', 'There is no such connection.'),
  connectionNameExists: () =>
    new DomainError('connection_name_exists', 'conflict', 'A connection of this name exists.'),
  connectionDisabled: () =>
    new DomainError('connection_disabled', 'conflict', 'This connection is disabled.'),
  discoverRequiresCluster: () =>
    new DomainError(
      'discover_requires_cluster',
      'invalid',
      'Discovery needs the name of the cluster whose agent does it.',
    ),
  environmentNotInProject: () =>
    new DomainError('environment_not_in_project', 'invalid', 'The environment is not one of this project.'),
  bindingExists: () =>
    new DomainError('binding_exists', 'conflict', 'The connection is bound there already.'),
} as const;

/** The error of a scope's fault. It names keys, never what they held. */
export function scopeError(fault: ScopeFault): DomainError {
  switch (fault.code) {
    case 'credential_in_scope':
      return new DomainError(fault.code, 'invalid', 'A scope holds no credentials.', {
        banned_key: fault.bannedKey,
      });
    case 'secret_in_scope':
      return new DomainError(fault.code, 'invalid', 'A member of the scope looks like a secret.', {
        field: fault.field,
      });
    case 'provider_scope_invalid':
      return new DomainError(fault.code, 'invalid', 'The scope does not fit the type.', {
        missing: fault.missing,
        unknown: fault.unknown,
      });
    case 'not_text':
      return httpErrors.validationFailed([
        { field: `scope.${fault.field}`, message: 'must be text of 1 to 1024 characters' },
      ]);
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
