import { ACTIONS } from './audit-labels.js';

/** An event's members of which its sentence is made. */
export interface EventFacts {
  readonly actor: string;
  readonly action: string;
  readonly resource: string | null;
  readonly status: string;
}

export type NameOf = (ref: string) => string | undefined;

const OUTCOMES: Readonly<Record<string, string>> = { denied: 'was refused: ', failure: 'failed: ' };

/** What the sentences call a kind of resource otherwise than the log does. */
const KINDS: Readonly<Record<string, string>> = {
  argocd_endpoint: 'Argo CD endpoint',
  gitops_app_mapping: 'application mapping',
  gitops_application: 'application',
  policy_rule: 'rule',
  provider_connection: 'connection',
  user_role: 'role',
  workload_identity: 'workload',
  wrap: 'value',
};

/** Returns what follows the actor; null for an action without words. */
export function predicateOf(event: EventFacts, nameOf: NameOf): string | null {
  const verb = ACTIONS[event.action];
  if (verb === undefined) return null;
  const object = objectOf(event, nameOf);
  // Its words say already that it was refused.
  const outcome = event.action === 'access.denied' ? '' : (OUTCOMES[event.status] ?? '');
  return object === ''
    ? `${outcome}${verb.replace(/ (of|for)$/, '')}`
    : `${outcome}${verb}${withoutKindOf(verb, object)}`;
}

/** Returns the object after a space. What somebody does to themselves needs none. */
export function objectOf({ actor, resource }: EventFacts, nameOf: NameOf): string {
  return resource === null || resource === actor || isOwn(resource) ? '' : ` ${shown(resource, nameOf)}`;
}

function isOwn(resource: string): boolean {
  return resource.startsWith('session:') || resource.startsWith('mfa_factor:');
}

/** A thing without a name has its kind before its id: "submitted the request request …" would repeat it. */
function withoutKindOf(verb: string, object: string): string {
  const kind = / (?:the|an?) ([A-Za-z ]+)$/.exec(verb)?.[1];
  return kind !== undefined && object.startsWith(` ${kind} …`) ? object.slice(kind.length + 1) : object;
}

/** Returns a name, else the kind and the end of the id. */
export function shown(ref: string, nameOf: NameOf): string {
  const name = nameOf(ref);
  if (name !== undefined) return name;
  const [kind = ref, id] = ref.split(':');
  const words = KINDS[kind] ?? kind.replaceAll('_', ' ');
  if (id === undefined) return words;
  return kind === 'system' ? `the service (${id})` : `${words} …${id.slice(-6)}`;
}
