import { DomainError } from '#libs/core';

/** Errors of GitOps endpoints, mappings and reports. */
export const gitopsErrors = {
  endpointNotFound: () =>
    new DomainError('argocd_endpoint_not_found', 'not_found', 'Argo CD endpoint not found.'),
  endpointDisabled: () =>
    new DomainError('argocd_endpoint_disabled', 'conflict', 'This Argo CD endpoint is switched off.'),
  environmentNotInProject: () =>
    new DomainError('environment_not_in_project', 'invalid', 'The environment is not one of this project.'),
  mappingExists: () =>
    new DomainError('mapping_exists', 'conflict', 'The application is mapped to this environment already.'),
  mappingNotFound: () => new DomainError('mapping_not_found', 'not_found', 'Mapping not found.'),
} as const;
