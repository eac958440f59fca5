/** The external stores a connection can describe. */
export const PROVIDER_TYPES = ['vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator'] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

/** A member of a connection's scope, as the reference tells it. */
export interface ScopeKey {
  readonly required: boolean;
  readonly meaning: string;
  /** What is refused otherwise, when the connection is made or changed, or by the agent when it is used. */
  readonly form: string;
  readonly example: string;
}

const URL_FORM = 'an https URL without userinfo, fragment or a query that looks like a credential';

/** What a connection's scope may hold, and what it must (specification, "Scope keys validated per type"). */
export const SCOPE_KEYS: Readonly<Record<ProviderType, Readonly<Record<string, ScopeKey>>>> = {
  vault: {
    address: {
      required: true,
      meaning: 'Where Vault or OpenBao is, as its agent reaches it.',
      form: `${URL_FORM}; http where SVC_ALLOW_INSECURE_STORE_ADDR is true. The agent has to allow it as well (VAULT_ADDR)`,
      example: 'https://vault.example:8200',
    },
    kvMount: {
      required: true,
      meaning: 'The mount of a key-value engine of version 2.',
      form: 'a path without empty, `.` or `..` segments',
      example: 'secret',
    },
    kvPrefix: {
      required: false,
      meaning: 'The folder below the mount that discovery lists. Without it, all of the mount.',
      form: 'a path, as kvMount',
      example: 'apps',
    },
    namespace: {
      required: false,
      meaning: 'The namespace that the mount is in.',
      form: 'a path, as kvMount',
      example: 'team-a',
    },
  },
  'cloud1-sm': {
    region: {
      required: true,
      meaning: 'The region of AWS Secrets Manager.',
      form: 'of the form that regions have',
      example: 'eu-central-1',
    },
    roleArn: {
      required: false,
      meaning: "A role that the agent's own identity assumes for this connection.",
      form: '`arn:<partition>:iam::<12 digits>:role/<name>`',
      example: 'arn:aws:iam::123456789012:role/countersign-reader',
    },
    endpoint: {
      required: false,
      meaning: "Another address than the region's own.",
      form: `${URL_FORM}. The agent has to allow it as well (SVC_AGENT_STORE_ADDRESSES)`,
      example: 'https://vpce-0abc.secretsmanager.eu-central-1.vpce.amazonaws.com',
    },
  },
  'cloud2-kv': {
    vaultName: {
      required: true,
      meaning: 'The name of the Azure Key Vault.',
      form: '3 to 24 letters, digits and hyphens, beginning with a letter',
      example: 'payments-prod',
    },
    tenantId: {
      required: true,
      meaning: 'The tenant that the agent signs in to.',
      form: 'a UUID or a domain name',
      example: '00000000-0000-4000-8000-00000000000a',
    },
    clientId: {
      required: true,
      meaning: "Which of the agent's identities asks.",
      form: 'a UUID',
      example: '00000000-0000-4000-8000-00000000000b',
    },
  },
  'cloud3-sm': {
    projectId: {
      required: true,
      meaning: 'The project of Google Secret Manager.',
      form: 'an id or number of a project',
      example: 'payments-prod',
    },
    serviceAccount: {
      required: false,
      meaning: "A service account that the agent's own identity impersonates for this connection.",
      form: 'the e-mail address of a service account',
      example: 'reader@payments-prod.iam.gserviceaccount.com',
    },
  },
  orchestrator: {
    namespace: {
      required: false,
      meaning: "The one namespace of the agent's cluster that the connection is for. Without it, every one.",
      form: 'a name of a Kubernetes namespace',
      example: 'payments',
    },
  },
};

/** The keys of a type's scope that must be there, or those that may. */
export function scopeKeysOf(type: ProviderType, required: boolean): string[] {
  const keys = Object.entries(SCOPE_KEYS[type]);
  return keys.filter(([, key]) => key.required === required).map(([name]) => name);
}
