// The provider types, for the service, which stores connections, and for the agent, which opens them.

/** A member of a connection's scope. */
export interface ScopeKey {
  readonly required: boolean;
  /** The service's check beyond the type text; the agent checks every value before it uses it. */
  readonly check?: 'https_url' | 'store_url' | 'role_arn';
  /** Its label in forms. */
  readonly label: string;
  readonly meaning: string;
  /** The accepted form, for the reference. */
  readonly form: string;
  readonly example: string;
}

const URL_FORM = 'an https URL without userinfo, fragment or a query that looks like a credential';

/** Every provider type with the keys of its scope (specification, "Scope keys validated per type"). */
const TYPES = {
  vault: {
    address: {
      required: true,
      check: 'store_url',
      label: 'Address',
      meaning: 'Where Vault or OpenBao is, as its agent reaches it.',
      form: `${URL_FORM}; http where SVC_ALLOW_INSECURE_STORE_ADDR is true. The agent has to allow it as well (VAULT_ADDR)`,
      example: 'https://vault.example:8200',
    },
    kvMount: {
      required: true,
      label: 'Mount',
      meaning: 'The mount of a key-value engine of version 2.',
      form: 'a path without empty, `.` or `..` segments',
      example: 'secret',
    },
    kvPrefix: {
      required: false,
      label: 'Folder',
      meaning: 'The folder below the mount that discovery lists. Without it, all of the mount.',
      form: 'a path, as kvMount',
      example: 'apps',
    },
    namespace: {
      required: false,
      label: 'Namespace',
      meaning: 'The namespace that the mount is in.',
      form: 'a path, as kvMount',
      example: 'team-a',
    },
  },
  'cloud1-sm': {
    region: {
      required: true,
      label: 'Region',
      meaning: 'The region of AWS Secrets Manager.',
      form: 'of the form that regions have',
      example: 'eu-central-1',
    },
    roleArn: {
      required: false,
      check: 'role_arn',
      label: 'Role to assume',
      meaning: "A role that the agent's own identity assumes for this connection.",
      form: '`arn:<partition>:iam::<12 digits>:role/<name>`',
      example: 'arn:aws:iam::123456789012:role/countersign-reader',
    },
    endpoint: {
      required: false,
      check: 'https_url',
      label: 'Endpoint',
      meaning: "Another address than the region's own.",
      form: `${URL_FORM}. The agent has to allow it as well (SVC_AGENT_STORE_ADDRESSES)`,
      example: 'https://vpce-0abc.secretsmanager.eu-central-1.vpce.amazonaws.com',
    },
  },
  'cloud2-kv': {
    vaultName: {
      required: true,
      label: 'Vault name',
      meaning: 'The name of the Azure Key Vault.',
      form: '3 to 24 letters, digits and hyphens, beginning with a letter',
      example: 'payments-prod',
    },
    tenantId: {
      required: true,
      label: 'Tenant',
      meaning: 'The tenant that the agent signs in to.',
      form: 'a UUID or a domain name',
      example: '00000000-0000-4000-8000-00000000000a',
    },
    clientId: {
      required: true,
      label: 'Client id',
      meaning: "Which of the agent's identities asks.",
      form: 'a UUID',
      example: '00000000-0000-4000-8000-00000000000b',
    },
  },
  'cloud3-sm': {
    projectId: {
      required: true,
      label: 'Project id',
      meaning: 'The project of Google Secret Manager.',
      form: 'an id or number of a project',
      example: 'payments-prod',
    },
    serviceAccount: {
      required: false,
      label: 'Service account to impersonate',
      meaning: "A service account that the agent's own identity impersonates for this connection.",
      form: 'the e-mail address of a service account',
      example: 'reader@payments-prod.iam.gserviceaccount.com',
    },
  },
  orchestrator: {
    namespace: {
      required: false,
      label: 'Namespace',
      meaning: "The one namespace of the agent's cluster that the connection is for. Without it, every one.",
      form: 'a name of a Kubernetes namespace',
      example: 'payments',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ScopeKey>>>>;

export type ProviderType = keyof typeof TYPES;

/** The types in the order of the documentation. */
export const PROVIDER_TYPES = Object.keys(TYPES) as ProviderType[];

export const SCOPE_KEYS: Readonly<Record<ProviderType, Readonly<Record<string, ScopeKey>>>> = TYPES;

/** Returns the required keys of a type's scope, or the optional ones. */
export function scopeKeysOf(type: ProviderType, required: boolean): string[] {
  const keys = Object.entries(SCOPE_KEYS[type]);
  return keys.filter(([, key]) => key.required === required).map(([name]) => name);
}
