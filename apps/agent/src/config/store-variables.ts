import { variableGroup } from './agent-variable.js';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const WITH_APPROLE = 'with VAULT_AUTH_METHOD=approle';

/** The agent's settings for its stores. */
export const STORE_VARIABLES = {
  ...variableGroup('Stores', {
    SVC_AGENT_STORE_ADDRESSES: {
      meaning:
        'Origins, separated by commas, at which a store of any type may be, besides those of the type’s own settings.',
      example: 'https://vault-2.example:8200,https://secrets.internal',
    },
    SVC_ALLOW_INSECURE_STORE_ADDR: {
      default: 'false',
      meaning: 'Allows stores over http beyond loopback. For tests only.',
      example: 'true',
    },
  }),
  ...variableGroup('Vault and OpenBao', {
    VAULT_ADDR: {
      required: 'with VAULT_AUTH_METHOD approle or kubernetes, unless SVC_AGENT_STORE_ADDRESSES is set',
      meaning:
        'The only address that the agent’s token is sent to, whatever a connection says. Without it and SVC_AGENT_STORE_ADDRESSES it is sent nowhere.',
      example: 'https://vault.example:8200',
    },
    VAULT_CACERT: {
      meaning: 'PEM file of the certificate authority of Vault, instead of the built-in ones.',
      example: '/etc/ssl/vault-ca.pem',
    },
    VAULT_AUTH_METHOD: {
      default: 'token',
      meaning: 'How the agent authenticates: token, approle or kubernetes.',
      example: 'approle',
    },
    VAULT_AUTH_MOUNT: {
      meaning: 'Path at which the auth method is mounted; by default its name.',
      example: 'approle-agents',
    },
    VAULT_NAMESPACE: {
      meaning:
        'Namespace of the auth method’s mount. A connection names the namespace of its secrets itself.',
      example: 'team-a',
    },
    VAULT_TOKEN: {
      secret: true,
      meaning: 'A token, for VAULT_AUTH_METHOD=token; it wins over VAULT_TOKEN_FILE.',
      example: 'hvs.an-example-only',
    },
    VAULT_TOKEN_FILE: {
      restart: false,
      meaning: 'File with the token, read for every request, so that a sidecar may renew it.',
      example: '/run/secrets/vault-token',
    },
    VAULT_ROLE_ID: {
      required: `${WITH_APPROLE}, unless VAULT_ROLE_ID_FILE is set`,
      meaning: 'Role id of the AppRole.',
      example: '7f3c1f0e-2d0c-4a55-9d1c-1f5b6f6b2f11',
    },
    VAULT_ROLE_ID_FILE: {
      meaning: 'File with the role id of the AppRole.',
      example: '/run/secrets/role-id',
    },
    VAULT_SECRET_ID_FILE: {
      required: WITH_APPROLE,
      restart: false,
      meaning: 'File with the secret id of the AppRole, or with its wrapping token; read at each login.',
      example: '/run/secrets/secret-id',
    },
    VAULT_SECRET_ID_WRAPPED: {
      default: 'false',
      meaning: 'Whether VAULT_SECRET_ID_FILE holds a response-wrapping token, which can be unwrapped once.',
      example: 'true',
    },
    VAULT_ROLE: {
      required: 'with VAULT_AUTH_METHOD=kubernetes',
      meaning: 'Role of the Kubernetes auth method.',
      example: 'countersign-agent',
    },
    VAULT_JWT_FILE: {
      default: `${SERVICE_ACCOUNT}/token`,
      restart: false,
      meaning: 'File with the service account token for the Kubernetes auth method, read at each login.',
      example: '/var/run/secrets/vault/token',
    },
  }),
  ...variableGroup('Azure Key Vault', {
    SVC_AZURE_KEY_VAULT_URL: {
      meaning:
        'Where vaults are instead of `https://{vaultName}.vault.azure.net`; `{vaultName}` stands for the name.',
      example: 'https://{vaultName}.vault.azure.cn',
    },
    SVC_AZURE_KEY_VAULT_CA_FILE: {
      meaning: 'PEM file of the certificate authority of the vaults, instead of the built-in ones.',
      example: '/etc/ssl/key-vault-ca.pem',
    },
  }),
  ...variableGroup('Google Secret Manager', {
    SVC_GOOGLE_SECRET_MANAGER_URL: {
      meaning:
        'Where the API is instead of `https://secretmanager.googleapis.com`: a private or regional endpoint.',
      example: 'https://secretmanager.europe-west3.rep.googleapis.com',
    },
    SVC_GOOGLE_IAM_CREDENTIALS_URL: {
      meaning: 'Where service accounts are impersonated instead of `https://iamcredentials.googleapis.com`.',
      example: 'https://iamcredentials-internal.example',
    },
  }),
  ...variableGroup('Kubernetes', {
    SVC_KUBERNETES_URL: {
      required: 'for Kubernetes secrets, GitOps or SVC_AGENT_STATE_SECRET outside of a cluster',
      meaning: 'Kubernetes API server, where the agent does not run in its cluster.',
      example: 'https://kubernetes.example:6443',
    },
    SVC_KUBERNETES_TOKEN_FILE: {
      default: `${SERVICE_ACCOUNT}/token`,
      restart: false,
      meaning: 'File with the service account token, read for every call.',
      example: '/run/secrets/kubernetes-token',
    },
    SVC_KUBERNETES_CA_FILE: {
      meaning:
        'PEM file of the API server’s certificate authority; by default the pod’s, or the built-in ones with SVC_KUBERNETES_URL.',
      example: '/etc/ssl/kubernetes-ca.pem',
    },
  }),
  ...variableGroup(
    'Kubernetes',
    {
      KUBERNETES_SERVICE_HOST: {
        meaning: 'Set by the kubelet in every pod: the API server’s host.',
        example: '10.96.0.1',
      },
      KUBERNETES_SERVICE_PORT: {
        default: '443',
        meaning: 'Set by the kubelet in every pod: the API server’s port.',
        example: '6443',
      },
    },
    { processWide: true },
  ),
} as const;
