import { DomainError } from '#libs/core';

/** Errors of GitOps endpoints, mappings and reports. */
export const gitopsErrors = {
  endpointNotFound: () =>
    new DomainError('argocd_endpoint_not_found', 'not_found', 'Argo CD endpoint not found.'),
  endpointDisabled: () =>
    new DomainError('argocd_endpoint_disabled', 'conflict', 'This Argo CD endpoint is disabled.'),
  mappingExists: () =>
    new DomainError('mapping_exists', 'conflict', 'The application is already mapped to this environment.'),
  mappingNotFound: () => new DomainError('mapping_not_found', 'not_found', 'Mapping not found.'),
} as const;
