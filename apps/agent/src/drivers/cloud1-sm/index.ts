import { readStoreUrl } from '../../config/store-url.js';
import type { ProviderDriver } from '../provider-driver.js';
import {
  parseSecretsManagerScope,
  type SecretsManagerSettings,
  secretsManagerUrl,
} from './secrets-manager-scope.js';

// Matches each label exactly. Customers can choose names below amazonaws.com: a bucket may be called `secretsmanager`
// (secretsmanager.s3-us-west-2.amazonaws.com), and API Gateway, load balancers and others allow it as well.
const REGION = '(?!cn-)[a-z]{2}(?:-gov)?-[a-z]+-[0-9]{1,2}';
const REGION_IN_CHINA = 'cn-[a-z]+-[0-9]{1,2}';
const ENDPOINT = '(?:vpce-[a-z0-9-]+\\.)';

/** AWS Secrets Manager in one region. */
export const secretsManager: ProviderDriver<SecretsManagerSettings> = {
  settings: (env) => ({ endpoint: readStoreUrl(env, 'AWS_ENDPOINT_URL_SECRETS_MANAGER') }),
  address: (scope, { endpoint }) => ({
    url: secretsManagerUrl(parseSecretsManagerScope(scope), endpoint),
    pinned: endpoint,
  }),
  vendorHosts: [
    new RegExp(`^secretsmanager(?:-fips)?\\.${REGION}\\.amazonaws\\.com$`),
    new RegExp(`^secretsmanager\\.${REGION_IN_CHINA}\\.amazonaws\\.com\\.cn$`),
    new RegExp(`^${ENDPOINT}secretsmanager(?:-fips)?\\.${REGION}\\.vpce\\.amazonaws\\.com$`),
    new RegExp(`^${ENDPOINT}secretsmanager\\.${REGION_IN_CHINA}\\.vpce\\.amazonaws\\.com\\.cn$`),
  ],
  open: async (...given) => (await import('./secrets-manager.driver.js')).openSecretsManager(...given),
  advice: 'the AWS default chain (role of the instance, pod or task, or AWS_ variables)',
};
