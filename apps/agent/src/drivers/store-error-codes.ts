/** The meaning of a failed job's code, and what to do about it; each one or two sentences. */
export interface ErrorMeaning {
  readonly meaning: string;
  readonly action: string;
}

/** All error codes of stores. Only the code is sent to the control plane. */
export const STORE_ERRORS = {
  provider_type_unsupported: {
    meaning: 'The agent has no driver for the connection’s type.',
    action: 'Check the spelling of the type, or use a newer agent.',
  },
  scope_invalid: {
    meaning: 'The connection’s scope does not match its type.',
    action: 'Set the keys that the reference of scopes lists for the type, in the documented form.',
  },
  store_address_insecure: {
    meaning: 'The scope has an http address on another machine than the agent’s.',
    action: 'Use https, or set SVC_ALLOW_INSECURE_STORE_ADDR=true on an isolated test network.',
  },
  address_not_allowed: {
    meaning: 'The agent’s operator does not allow the scope’s address; nothing was sent.',
    action:
      'If this is the store’s address, set it in VAULT_ADDR (vault) or SVC_AGENT_STORE_ADDRESSES. If not, the connection is wrong or was tampered with.',
  },
  store_credentials_missing: {
    meaning: 'The agent has no credentials for this store.',
    action: 'Check the variables and files with the credentials, and that the agent can read them.',
  },
  store_login_refused: {
    meaning:
      'The store refused the agent’s login, or the agent may not assume the role or identity in the scope.',
    action:
      'Check role, secret, expiry and the mount of the auth method. A wrapped secret id that was already unwrapped is refused too: unless you unwrapped it, treat it as stolen and issue a new one.',
  },
  store_dns_failed: {
    meaning: 'The host name of the store or of its login service cannot be resolved.',
    action: 'Check the host in the scope, and DNS on the agent’s machine.',
  },
  store_tls_failed: {
    meaning: 'The TLS handshake failed: the certificate is not trusted or is for another name.',
    action:
      'Run doctor to see what is wrong with the certificate; configure the certificate authority to trust.',
  },
  store_unreachable: {
    meaning: 'The agent could not connect to the store in four attempts.',
    action: 'Check the address and port, and the firewalls and network policies between agent and store.',
  },
  store_timeout: {
    meaning: 'The store did not respond within 10 seconds in any of four attempts.',
    action: 'Check the store’s load and the network between agent and store.',
  },
  store_unavailable: {
    meaning: 'The store responded with a server error to each of four attempts.',
    action: 'Check the store’s log, and retry later.',
  },
  store_sealed: {
    meaning: 'Vault or OpenBao is sealed.',
    action: 'Unseal the store.',
  },
  store_throttled: {
    meaning: 'The store throttled each of four attempts; Retry-After was honoured.',
    action: 'Retry later, and lower SVC_AGENT_STORE_RATE.',
  },
  store_answer_unexpected: {
    meaning: 'The response is not one of this type of store, is a redirect, or is larger than 16 MiB.',
    action: 'Check the address in the scope, and proxies between agent and store.',
  },
  permission_denied: {
    meaning: 'The store denied access: the credentials have expired, or lack a permission.',
    action:
      'Doctor and the agent’s log show what was denied: grant the permissions that docs/agent.md lists. Vault and OpenBao respond the same way for a missing mount, one that the policy does not cover and one in another namespace than the token’s: check namespace, kvMount and kvPrefix too.',
  },
  mount_not_found: {
    meaning: 'The scope’s kvMount does not exist.',
    action: 'Check kvMount and namespace in the scope, or enable the engine.',
  },
  mount_not_kv2: {
    meaning: 'The scope’s kvMount is not a key-value version 2 engine.',
    action: 'Use a key-value version 2 mount, or upgrade this one: `bao kv enable-versioning <mount>`.',
  },
  namespace_not_found: {
    meaning: 'The namespace in the scope or, for a login, in VAULT_NAMESPACE does not exist.',
    action: 'Check the namespace in the scope and VAULT_NAMESPACE; both are full paths from the root.',
  },
  secret_ref_invalid: {
    meaning: 'The secret_ref is not a valid name in that store, or is an alias of a secret.',
    action: 'Request the name that discovery reports.',
  },
  secret_not_found: {
    meaning: 'The store has no secret with this name.',
    action: 'Check the secret_ref; run a discovery if the catalogue still lists it.',
  },
  secret_deleted: {
    meaning: 'The secret, or its newest version, is deleted.',
    action:
      'Restore it in the store. In Vault and OpenBao a patch creates a new version; other stores require it to be restored first.',
  },
  secret_disabled: {
    meaning: 'The secret, or its newest version, is disabled.',
    action: 'Enable it in the store.',
  },
  secret_write_refused: {
    meaning: 'Kubernetes rejected the change: the secret is immutable, or would become too large.',
    action: 'Recreate the secret, or split it.',
  },
  secret_not_keyed: {
    meaning: 'The patch names keys, but the secret’s text is not a JSON object.',
    action: 'Request the key `value`, or make the secret a JSON object.',
  },
  key_not_found: {
    meaning: 'The secret does not have this key.',
    action: 'Check the key’s spelling; discovery lists the keys if the store supports it.',
  },
  key_name_invalid: {
    meaning: 'The store does not accept this key name.',
    action: 'Use letters, digits, `-`, `_` and `.`.',
  },
  store_key_unusable: {
    meaning: 'The KMS key of the secret is disabled or deleted, or the agent may not use it.',
    action: 'Enable the key, and grant the agent’s identity the permission to use it.',
  },
  cas_conflict: {
    meaning: 'Other writers changed the secret concurrently in all five attempts.',
    action: 'Submit the request again once they have finished.',
  },
  value_not_utf8: {
    meaning: 'The value is not UTF-8 text, which is all that the store accepts.',
    action: 'Encode it, for example as Base64, and decode it where it is used.',
  },
  value_too_large: {
    meaning: 'The value is larger than 64 KiB, or than the store’s limit.',
    action: 'Store it elsewhere, and its location or encryption key here.',
  },
} as const satisfies Record<string, ErrorMeaning>;

export type StoreErrorCode = keyof typeof STORE_ERRORS;
