import { spanOf } from '../output/time.js';
import { type Noun, refTo, type RowOf } from './noun.js';

type Rule = RowOf<'/api/v1/policies'>;

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const policy: Noun<'/api/v1/policies'> = {
  ...{ noun: 'policy', plural: 'policies', about: 'rules: what needs whose approval' },
  ...{ path: '/api/v1/policies', one: true, filters: [], name: ({ name }) => name, compare: comparePolicies },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'priority', cell: ({ priority }) => priority, end: true },
    { head: 'name', cell: ({ name }) => name },
    { head: 'workflow', cell: ({ workflow_name, workflow_id }) => workflow_name ?? workflow_id },
    { head: 'on', cell: ({ enabled }) => yesNo(enabled) },
    { head: 'applies to', cell: ({ selector }) => selectorOf(selector), wide: true },
    { head: 'team', cell: ({ team_name }) => team_name, wide: true },
    { head: 'project', refs: ({ project_id }) => refTo('project', project_id), wide: true },
    { head: '2nd factor', cell: ({ requires_mfa }) => yesNo(requires_mfa) },
    { head: 'direct', cell: ({ direct_reveal_allowed }) => yesNo(direct_reveal_allowed) },
    { head: 'reveal session', cell: ({ reveal_ttl_seconds }) => spanOf(reveal_ttl_seconds), wide: true },
  ],
};

/** The order in which rules are tried: by priority, number of selector keys, age and id. */
function comparePolicies(one: Rule, other: Rule): number {
  return (
    other.priority - one.priority ||
    other.selector_keys.length - one.selector_keys.length ||
    one.created_at.localeCompare(other.created_at) ||
    one.id.localeCompare(other.id)
  );
}

/** A rule that the caller may not see in full has no selector. */
function selectorOf(selector: object | undefined): string | null {
  if (selector === undefined) return null;
  const keys = Object.entries(selector).map(([key, value]) => `${key}=${String(value)}`);
  return keys.length === 0 ? 'everything' : keys.join(' ');
}

const workflow: Noun<'/api/v1/workflows'> = {
  ...{
    noun: 'workflow',
    plural: 'workflows',
    about: 'workflows: how many approvals, and how long everything lives',
  },
  ...{ path: '/api/v1/workflows', one: true, filters: [], name: ({ name }) => name },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'approvals', cell: ({ min_approvers }) => min_approvers, end: true },
    { head: 'own', cell: ({ allow_self_approval }) => yesNo(allow_self_approval) },
    { head: 'justification', cell: ({ require_justification }) => yesNo(require_justification) },
    { head: 'security', cell: ({ requires_security_approval }) => yesNo(requires_security_approval) },
    { head: 'request lasts', cell: ({ request_ttl_seconds }) => spanOf(request_ttl_seconds) },
    { head: 'on', cell: ({ enabled }) => yesNo(enabled) },
    {
      head: 'for teams',
      cell: ({ scoped_policy_authorable }) => yesNo(scoped_policy_authorable),
      wide: true,
    },
    { head: 'fill lasts', cell: ({ fill_ttl_seconds }) => spanOf(fill_ttl_seconds), wide: true },
  ],
};

/** Nouns: rules and workflows. */
export const RULES = { policy, workflow };
