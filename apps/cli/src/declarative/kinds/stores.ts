import { PROVIDER_TYPES, type ProviderType, type ScopeFault, scopeFault } from '#libs/connection-scope';
import {
  environmentRef,
  flag,
  integer,
  type Kind,
  name,
  oneOf,
  ref,
  refs,
  type Spec,
  text,
} from '../kind.js';

const connection: Kind = {
  about: 'A connection to a store. It never holds a credential: its agents have that.',
  named: true,
  marked: true,
  members: {
    type: oneOf(PROVIDER_TYPES, 'the type of store', { required: true, fixed: true }),
    scope: {
      shape: { is: 'map' },
      about: 'where the store is; its members depend on the type',
      required: true,
    },
    cluster_name: name('the cluster whose agents serve it', { nullable: true }),
    description: { shape: { is: 'text', most: 400 }, about: 'what it is for', nullable: true },
    status: oneOf(['active', 'disabled'], 'disabled: nothing is asked for through it'),
    auth_method: name('how its agents sign in', { nullable: true }),
    discover_enabled: flag('whether agents look for secrets by themselves'),
    discover_interval_seconds: integer(60, 86_400, 'how often they look'),
    self_service_bindable: flag('whether owners of projects may bind it'),
  },
  identity: (named) => [named],
  references: () => [],
  fault: scopeFaultOf,
};

/**
 * Returns the fault of a scope that the service would reject, before anything is written, and without repeating the file's
 * content.
 */
function scopeFaultOf({ type, scope }: Spec): { member: string; message: string } | null {
  // Whether http is allowed is decided by the service.
  const rules = { allowInsecureStoreAddr: true, rejectSecretsInScope: true };
  const fault = scopeFault(type as ProviderType, scope as Spec, rules);
  return fault && { member: 'scope', message: sentenceOf(fault) };
}

function sentenceOf(fault: ScopeFault): string {
  switch (fault.code) {
    case 'credential_in_scope':
      return `${fault.bannedKey} is a credential: no file and no connection holds one`;
    case 'secret_in_scope':
      return `${fault.field} looks like a secret: no file and no connection holds one`;
    case 'provider_scope_invalid': {
      const missing = fault.missing.length > 0 ? [`missing: ${fault.missing.join(', ')}`] : [];
      const unknown = fault.unknown.length > 0 ? [`unknown: ${fault.unknown.join(', ')}`] : [];
      return [...missing, ...unknown].join('; ');
    }
    case 'not_text':
      return `${fault.field} must be text`;
    case 'invalid_provider_url':
      return 'an address must be a URL without userinfo, fragment or credentials';
    case 'invalid_role_arn':
      return 'roleArn is no ARN of a role';
  }
}

const binding: Kind = {
  about: 'Lets a project ask for secrets through a connection: from one environment, or from all.',
  named: false,
  removable: true,
  marked: false,
  members: {
    connection: name('the connection', { required: true, fixed: true }),
    project: name('the project', { required: true, fixed: true }),
    environment: name('this environment of it alone', { fixed: true }),
  },
  identity: (_, spec) => ['connection', 'project', 'environment'].map((member) => text(spec, member)),
  references: (spec) =>
    refs(ref(spec, 'connection', 'Connection'), ref(spec, 'project', 'Project'), environmentRef(spec)),
};

const gitopsMapping: Kind = {
  about: 'Says which application of Argo CD runs in which environment.',
  named: false,
  removable: true,
  marked: false,
  members: {
    endpoint: name('a server of Argo CD that is registered', { required: true, fixed: true }),
    app: {
      shape: { is: 'text', most: 253, pattern: /^\P{Cc}+$/u },
      about: 'the application',
      required: true,
      fixed: true,
    },
    project: name('the project', { required: true, fixed: true }),
    environment: name('the environment', { required: true, fixed: true }),
  },
  identity: (_, spec) => ['endpoint', 'app', 'project', 'environment'].map((member) => text(spec, member)),
  references: (spec) =>
    refs(ref(spec, 'endpoint', 'GitopsEndpoint'), ref(spec, 'project', 'Project'), environmentRef(spec)),
};

/** Kinds for stores and GitOps. */
export const STORES = { Connection: connection, Binding: binding, GitopsMapping: gitopsMapping };
