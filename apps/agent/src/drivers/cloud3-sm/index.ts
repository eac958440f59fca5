import { readStoreUrl } from '../../config/store-url.js';
import type { ProviderDriver } from '../provider-driver.js';
import {
  type GoogleSecretsSettings,
  googleSecretsUrl,
  parseGoogleSecretsScope,
} from './google-secrets-scope.js';

/** Google Secret Manager for one project. */
export const googleSecrets: ProviderDriver<GoogleSecretsSettings> = {
  settings: (env) => ({
    url: readStoreUrl(env, 'SVC_GOOGLE_SECRET_MANAGER_URL'),
    impersonationUrl: readStoreUrl(env, 'SVC_GOOGLE_IAM_CREDENTIALS_URL'),
  }),
  address: (scope, settings) => {
    const { project } = parseGoogleSecretsScope(scope);
    return { url: googleSecretsUrl(settings), pinned: settings.url, quota: project };
  },
  vendorHosts: [
    /^secretmanager\.googleapis\.com$/,
    /^secretmanager\.[a-z]+(?:-[a-z]+)+[0-9]{1,2}\.rep\.googleapis\.com$/,
  ],
  open: async (...given) => (await import('./google-secrets.driver.js')).openGoogleSecrets(...given),
  advice: 'Google’s application default credentials',
};
