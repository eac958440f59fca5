import type { NewWorkflow, Workflow, WorkflowChange } from '../../api/queries/workflows.js';
import { LIFETIMES, type Lifetime } from '../../pictures/lifetimes.js';
import { keysOf } from '../../ui/keys-of.js';

/** What the form of a workflow holds; each field has the name that the service gives it. */
export type WorkflowFields = Readonly<Record<Lifetime | 'name' | 'min_approvers', string>> &
  Readonly<Record<Flag, boolean>>;

const FLAGS = [
  'allow_self_approval',
  'require_justification',
  'requires_security_approval',
  'scoped_policy_authorable',
  'enabled',
] as const;
type Flag = (typeof FLAGS)[number];

/** The service's own defaults for a new workflow. */
const NEW = {
  ...{ name: '', min_approvers: 1, request_ttl_seconds: 86_400, fill_ttl_seconds: 86_400 },
  ...{ wrap_ttl_created_seconds: 86_400, wrap_ttl_approved_seconds: 3600, wrap_ttl_claimed_seconds: 900 },
  ...{ allow_self_approval: false, require_justification: false, requires_security_approval: false },
  ...{ scoped_policy_authorable: false, enabled: true },
} as const satisfies Omit<Workflow, 'id' | 'created_at' | 'updated_at'>;

/** What the fields are called. */
export const WORKFLOW_LABELS: Readonly<Record<keyof WorkflowFields, string>> = {
  name: 'Name',
  min_approvers: 'How many people approve',
  allow_self_approval: 'People may approve their own requests',
  require_justification: 'Requires a justification',
  requires_security_approval: 'Requires one more approval by security',
  scoped_policy_authorable: 'Rules of teams and projects may use it',
  enabled: 'Enabled',
  request_ttl_seconds: LIFETIMES.request_ttl_seconds[0],
  fill_ttl_seconds: LIFETIMES.fill_ttl_seconds[0],
  wrap_ttl_created_seconds: LIFETIMES.wrap_ttl_created_seconds[0],
  wrap_ttl_approved_seconds: LIFETIMES.wrap_ttl_approved_seconds[0],
  wrap_ttl_claimed_seconds: LIFETIMES.wrap_ttl_claimed_seconds[0],
};

/** Returns the fields of a workflow; of a new one without it. */
export function fieldsOf(workflow: Workflow | null): WorkflowFields {
  const row = workflow ?? NEW;
  const texts = (['name', 'min_approvers', ...keysOf(LIFETIMES)] as const).map((name) => [
    name,
    String(row[name]),
  ]);
  return Object.fromEntries([...texts, ...FLAGS.map((name) => [name, row[name]])]) as WorkflowFields;
}

/** Returns the lifetimes that are typed, in seconds. */
export function lifetimesOf(fields: WorkflowFields): Record<Lifetime, number> {
  return Object.fromEntries(keysOf(LIFETIMES).map((name) => [name, Number(fields[name])])) as Record<
    Lifetime,
    number
  >;
}

/** Returns the body that makes the workflow. */
export function bodyOf(fields: WorkflowFields): NewWorkflow {
  const flags = Object.fromEntries(FLAGS.map((name) => [name, fields[name]])) as Record<Flag, boolean>;
  const { name, min_approvers } = fields;
  return { name: name.trim(), min_approvers: Number(min_approvers), ...flags, ...lifetimesOf(fields) };
}

/** Returns the body that changes these fields and leaves the others as they are. */
export function changeOf(fields: WorkflowFields, changed: readonly string[]): WorkflowChange {
  return Object.fromEntries(Object.entries(bodyOf(fields)).filter(([name]) => changed.includes(name)));
}
