import { variableGroup } from './agent-variable.js';

const AWS_ENV = '@aws-sdk/credential-provider-env';
const AWS_WEB_IDENTITY = '@aws-sdk/credential-provider-web-identity';
const AWS_CONTAINER = '@aws-sdk/credential-provider-http';
const AWS_CORE = '@smithy/core';
const AZURE = '@azure/identity';

/**
 * The most relevant variables with which the vendors' SDKs find credentials; their manuals list the rest. All agents of a
 * process share them.
 */
export const LIBRARY_VARIABLES = {
  ...variableGroup(
    'AWS Secrets Manager',
    {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: {
        readBy: 'agent',
        meaning: 'The only address of Secrets Manager, instead of all of the vendor’s.',
        example: 'https://vpce-0abc-secretsmanager.eu-central-1.vpce.amazonaws.com',
      },
      AWS_ROLE_ARN: {
        readBy: AWS_WEB_IDENTITY,
        meaning:
          'Role that the agent assumes with AWS_WEB_IDENTITY_TOKEN_FILE (IAM roles for service accounts).',
        example: 'arn:aws:iam::123456789012:role/countersign-agent',
      },
      AWS_WEB_IDENTITY_TOKEN_FILE: {
        readBy: AWS_WEB_IDENTITY,
        restart: false,
        meaning: 'File with the token for AWS_ROLE_ARN.',
        example: '/var/run/secrets/eks.amazonaws.com/serviceaccount/token',
      },
      AWS_CONTAINER_CREDENTIALS_FULL_URI: {
        readBy: AWS_CONTAINER,
        meaning: 'Where credentials are fetched from (EKS Pod Identity); set by the platform.',
        example: 'http://169.254.170.23/v1/credentials',
      },
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: {
        readBy: AWS_CONTAINER,
        restart: false,
        meaning: 'File with the token for AWS_CONTAINER_CREDENTIALS_FULL_URI; set by the platform.',
        example: '/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token',
      },
      AWS_ACCESS_KEY_ID: {
        readBy: AWS_ENV,
        meaning: 'Access key id, where there is no role to use.',
        example: 'AKIAIOSFODNN7EXAMPLE',
      },
      AWS_SECRET_ACCESS_KEY: {
        readBy: AWS_ENV,
        secret: true,
        required: 'with AWS_ACCESS_KEY_ID',
        meaning: 'Secret of the access key.',
        example: 'an-example-only',
      },
      AWS_SESSION_TOKEN: {
        readBy: AWS_ENV,
        secret: true,
        meaning: 'Session token, where the access key is a temporary one.',
        example: 'an-example-only',
      },
      AWS_PROFILE: {
        readBy: AWS_CORE,
        default: 'default',
        meaning: 'Profile of the shared configuration files.',
        example: 'countersign',
      },
    },
    { processWide: true },
  ),
  ...variableGroup(
    'Azure Key Vault',
    {
      AZURE_TOKEN_CREDENTIALS: {
        meaning: 'Which credentials are tried. Set `prod`, so that those of developer tools are not.',
        example: 'prod',
      },
      AZURE_TENANT_ID: {
        meaning: 'Tenant of the application or workload identity.',
        example: '11111111-2222-3333-4444-555555555555',
      },
      AZURE_CLIENT_ID: {
        meaning: 'Client id of the application or workload identity.',
        example: '66666666-7777-8888-9999-000000000000',
      },
      AZURE_FEDERATED_TOKEN_FILE: {
        restart: false,
        meaning: 'File with the token of the workload identity; set by its webhook.',
        example: '/var/run/secrets/azure/tokens/azure-identity-token',
      },
      AZURE_AUTHORITY_HOST: {
        meaning: 'Where tokens are asked for in other clouds than the public one.',
        example: 'https://login.chinacloudapi.cn/',
      },
      AZURE_CLIENT_SECRET: {
        secret: true,
        meaning: 'Secret of the application, where there is no workload or managed identity to use.',
        example: 'an-example-only',
      },
      AZURE_CLIENT_CERTIFICATE_PATH: {
        meaning: 'PEM file with certificate and key of the application, instead of a secret.',
        example: '/run/secrets/azure-client.pem',
      },
    },
    { processWide: true, readBy: AZURE },
  ),
  ...variableGroup(
    'Google Secret Manager',
    {
      GOOGLE_APPLICATION_CREDENTIALS: {
        meaning:
          'Credentials file (workload identity federation or a service account key); without it the metadata server is asked.',
        example: '/run/secrets/google-credentials.json',
      },
    },
    { processWide: true, readBy: 'google-auth-library' },
  ),
} as const;
