import { ValidateBy } from 'class-validator';
import { isBaseUrl } from '#libs/gitops';

/** Checks the address of an Argo CD server: http or https, without userinfo, query or fragment. */
export const IsBaseUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'isBaseUrl',
    validator: {
      validate: (value) => typeof value === 'string' && isBaseUrl(value),
      defaultMessage: () => 'must be an http or https URL without userinfo, query or fragment',
    },
  });
