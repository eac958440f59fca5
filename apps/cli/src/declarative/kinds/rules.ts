import { PROVIDER_TYPES } from '#libs/connection-scope';
import type { Selector } from '#libs/policy-engine';
import {
  flag,
  integer,
  type Kind,
  name,
  oneOf,
  ref,
  type Reference,
  refs,
  type Spec,
  text,
} from '../kind.js';
import { isObject, type Member, type Members } from '../shape.js';

const MAX_SECONDS = 2_592_000;
const lifetime = (about: string) => integer(1, MAX_SECONDS, about);

const workflow: Kind = {
  about: 'Who has to agree, and how long things last.',
  named: true,
  marked: false,
  members: {
    min_approvers: { ...integer(0, 10, 'how many people have to approve'), required: true },
    allow_self_approval: flag('whether the requester may be one of them'),
    require_justification: flag('whether a request has to say why'),
    requires_security_approval: flag('whether cross-team values need a vote of security'),
    scoped_policy_authorable: flag('whether rules of projects and teams may use it'),
    enabled: flag('whether requests may be made under it'),
    request_ttl_seconds: lifetime('how long a request waits'),
    fill_ttl_seconds: lifetime('how long another team may take to hand values over'),
    wrap_ttl_created_seconds: lifetime('how long a value waits for its approval'),
    wrap_ttl_approved_seconds: lifetime('how long an approved value waits'),
    wrap_ttl_claimed_seconds: lifetime('how long a value lasts once it is claimed'),
  },
  identity: (named) => [named],
  references: () => [],
};

const settings: Kind = {
  about: 'The settings of the whole service; there is one document of it.',
  named: false,
  marked: false,
  members: {
    policy_priority_cap: integer(1, 1_000_000, 'platform rules from this priority on come before all others'),
    approver_directory: oneOf(['people', 'groups'], 'whether requesters see who can approve, or roles alone'),
    cli_device_sign_in: flag(
      'whether a command line may sign in by a code that is typed in a browser elsewhere',
    ),
  },
  identity: () => ['platform'],
  references: () => [],
};

const place: Members = {
  project: name('the project', { required: true }),
  name: name('the environment', { required: true }),
};
/** Every key of a selector, but for those whose ids a document says by name. */
type CommonKey = Exclude<keyof Selector, 'project_id' | 'environment_id'> | 'exact_environment';
const COMMON_KEYS: Readonly<Record<CommonKey, Member>> = {
  environment: name('environments of this name, in whichever project'),
  environment_kind: oneOf(['non_prod', 'prod'], 'environments of this kind'),
  exact_environment: { shape: { is: 'object', members: place }, about: 'this environment alone' },
  provider_type: oneOf(PROVIDER_TYPES, 'stores of this type'),
  secret_ref_prefix: {
    shape: { is: 'text', most: 1024, pattern: /./ },
    about: 'secrets whose path begins so',
  },
  operation: oneOf(['read', 'patch', 'reveal'], 'what is done with the values'),
  type: oneOf(['read', 'patch', 'cross_team'], 'the type of request'),
  principal_kind: oneOf(['person', 'workload'], 'who asks; a workload is served only where a rule names it'),
};
const selector = (keys: Members) => ({
  shape: { is: 'object', members: keys } as const,
  about: 'what the rule governs: every member has to match',
  required: true,
});
const RULE: Members = {
  priority: { ...integer(0, 1_000_000, 'the highest of the rules that match wins'), required: true },
  workflow: name('the workflow of what it governs', { required: true }),
  enabled: flag('whether it takes part'),
};

const policy: Kind = {
  about: 'A rule of the platform.',
  named: true,
  removable: true,
  marked: false,
  members: {
    ...RULE,
    selector: selector({ project: name('this project'), ...COMMON_KEYS }),
    direct_reveal_allowed: flag('whether values are shown without a request; never in prod'),
    requires_mfa: flag('whether a second factor is needed'),
    reveal_ttl_seconds: integer(10, 300, 'how long a value is shown'),
  },
  identity: (named) => [named],
  references: (spec) => refs(ref(spec, 'workflow', 'Workflow'), ...selectorRefs(spec)),
};

const scopedPolicy: Kind = {
  about: 'A rule of one project or one team, for environments that are not prod.',
  named: true,
  removable: true,
  marked: false,
  members: {
    project: name('the project whose rule it is', { fixed: true }),
    team: name('the team whose rule it is', { fixed: true }),
    ...RULE,
    selector: selector(COMMON_KEYS),
  },
  identity: (named, spec) => [text(spec, 'project'), text(spec, 'team'), named],
  references: (spec) =>
    refs(
      ref(spec, 'project', 'Project'),
      ref(spec, 'team', 'Team'),
      ref(spec, 'workflow', 'Workflow'),
      ...selectorRefs(spec),
    ),
  fault: ({ project, team }) =>
    (project === undefined) === (team === undefined)
      ? { member: 'project', message: 'a rule is of one project or of one team: name one of them' }
      : null,
};

function selectorRefs({ selector: keys }: Spec): Reference[] {
  if (!isObject(keys)) return [];
  const path = ['selector', 'exact_environment'];
  const { project, exact_environment: exact } = keys;
  const found: Reference[] = [];
  if (typeof project === 'string')
    found.push({ to: 'Project', identity: [project], path: ['selector', 'project'] });
  if (isObject(exact))
    found.push({ to: 'Environment', identity: [text(exact, 'project'), text(exact, 'name')], path });
  return found;
}

/** Kinds for policies. */
export const RULES = { Workflow: workflow, Settings: settings, Policy: policy, ScopedPolicy: scopedPolicy };
