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
    meaning: 'The connection’s scope is not one of its type.',
    action: 'Give the keys that the reference of scopes lists for the type, in their form.',
  },
  store_address_insecure: {
    meaning: 'The scope names an http address beyond the agent’s machine.',
    action: 'Use https, or set SVC_ALLOW_INSECURE_STORE_ADDR=true on an isolated test network.',
  },
  address_not_allowed: {
    meaning: 'The scope leads to an address that the agent’s operator does not allow; nothing was sent.',
    action:
      'If that is where the store is, name it in VAULT_ADDR (vault) or SVC_AGENT_STORE_ADDRESSES. If not, the connection is wrong, or somebody changed it.',
  },
  store_credentials_missing: {
    meaning: 'The agent has no identity for this store.',
    action: 'Give it one: check the variables and files of the login, and that the agent may read them.',
  },
  store_login_refused: {
    meaning: 'The store refuses the agent’s login, or the identity may not take on what the scope names.',
    action:
      'Check role, secret, expiry and the mount of the auth method. A wrapped secret id that somebody else opened is refused too: unless you opened it, treat it as stolen and make a new one.',
  },
  store_dns_failed: {
    meaning: 'A name that the store or the login needs can not be resolved.',
    action: 'Check the host in the scope, and the DNS server of the agent’s machine.',
  },
  store_tls_failed: {
    meaning: 'The TLS handshake failed: the agent does not trust the certificate, or it is for another name.',
    action: 'Run doctor, which says what is wrong with it; give the certificate authority to trust.',
  },
  store_unreachable: {
    meaning: 'No connection to the store, in four tries.',
    action: 'Check address and port, and firewalls and network policies between agent and store.',
  },
  store_timeout: {
    meaning: 'The store did not answer within 10 seconds, in four tries.',
    action: 'Look at the store’s load and at the network between agent and store.',
  },
  store_unavailable: {
    meaning: 'The store answered with an error of its own, in four tries.',
    action: 'Look at the store’s own log, and ask again later.',
  },
  store_sealed: {
    meaning: 'Vault or OpenBao is sealed.',
    action: 'Unseal the store.',
  },
  store_throttled: {
    meaning: 'The store said that it is asked too much, in four tries; Retry-After was honoured.',
    action: 'Ask again later, and lower SVC_AGENT_STORE_RATE.',
  },
  store_answer_unexpected: {
    meaning: 'What answered is not that store, sends the agent elsewhere, or says more than 16 MiB.',
    action: 'Check the address in the scope, and what stands between agent and store.',
  },
  permission_denied: {
    meaning: 'The store knows the identity and refuses this: the identity has expired, or lacks a right.',
    action:
      'Doctor and the agent’s log say what was refused: give the rights that docs/agent.md lists. Vault and OpenBao say the same of a mount that is not there, of one that the policy does not cover and of one in a namespace that the token is not for: check namespace, kvMount and kvPrefix too.',
  },
  mount_not_found: {
    meaning: 'The scope’s kvMount is not there.',
    action: 'Check kvMount and namespace in the scope, or enable the engine.',
  },
  mount_not_kv2: {
    meaning: 'The scope’s kvMount is an engine of another kind than key-value version 2.',
    action:
      'Name a key-value mount of version 2, or upgrade the one there: `bao kv enable-versioning <mount>`.',
  },
  namespace_not_found: {
    meaning: 'The namespace is not there: that of the scope or, for a login, that of VAULT_NAMESPACE.',
    action: 'Check the namespace in the scope and VAULT_NAMESPACE; both are full paths from the root.',
  },
  secret_ref_invalid: {
    meaning: 'The secret_ref is not a valid name in that store, or is an alias of a secret.',
    action: 'Ask for the name that discovery reports.',
  },
  secret_not_found: {
    meaning: 'The store has no secret of that name.',
    action: 'Check the secret_ref; discover again if the catalogue still shows it.',
  },
  secret_deleted: {
    meaning: 'The secret, or its newest version, is deleted.',
    action:
      'Restore it at the store. At Vault and OpenBao a patch makes a new version; elsewhere it revives nothing.',
  },
  secret_disabled: {
    meaning: 'The secret, or its newest version, is disabled.',
    action: 'Enable it at the store.',
  },
  secret_write_refused: {
    meaning: 'Kubernetes refuses the change: the secret is immutable, or would grow too large.',
    action: 'Make the secret anew, or split it.',
  },
  secret_not_keyed: {
    meaning: 'The patch names keys, but the secret’s text is not a JSON object.',
    action: 'Ask for the key `value`, or make the secret a JSON object.',
  },
  key_not_found: {
    meaning: 'The secret is there and has no such key.',
    action: 'Check the key’s spelling; discovery lists the keys where the store tells them.',
  },
  key_name_invalid: {
    meaning: 'The store takes no key of that name.',
    action: 'Use letters, digits, `-`, `_` and `.`.',
  },
  store_key_unusable: {
    meaning: 'The KMS key behind the secret is disabled, gone, or not for this identity.',
    action: 'Enable the key, and give the identity the right to use it.',
  },
  cas_conflict: {
    meaning: 'Other writers kept changing the secret in between, five times in a row.',
    action: 'Ask again once they have finished.',
  },
  value_not_utf8: {
    meaning: 'The value is not UTF-8 text, which is all that the store accepts.',
    action: 'Encode it (Base64), and tell its readers.',
  },
  value_too_large: {
    meaning: 'The value is larger than 64 KiB, or than the store takes.',
    action: 'Keep it elsewhere, and its place or key here.',
  },
} as const satisfies Record<string, ErrorMeaning>;

export type StoreErrorCode = keyof typeof STORE_ERRORS;
