import { ApiError } from '../../api/client.js';
import type { Environment } from '../../api/queries/environments.js';
import type { Anchor } from '../../api/queries/scoped-rules.js';
import { messageOf, messageOfError } from '../../api/error-messages.js';
import type { RuleFields } from '../../ui/rule-fields.js';

/** One of the checks that the service makes, in its order. */
export interface Step {
  readonly title: string;
  /** `open`: something is still to be typed, or only the service can tell. */
  readonly state: 'done' | 'open' | 'refused';
  /** What is missing or wrong. */
  readonly words: string | null;
}

export interface StepFacts {
  readonly anchor: Anchor;
  readonly fields: RuleFields;
  /** Why the author does not cover the place; null where they do. */
  readonly uncovered: string | null;
  readonly archived: boolean;
  readonly cap: number | null;
  /** Of the project; none for a team. */
  readonly environments: readonly Environment[];
  readonly authorable: readonly { readonly id: string }[];
  /** What the service answered to the last try. */
  readonly failure: Error | null;
}

type Name = 'coverage' | 'place' | 'priority' | 'selector' | 'environment' | 'workflow' | 'saved';

const TITLES: Readonly<Record<Name, string>> = {
  coverage: 'You write rules for this place',
  place: 'The team is active',
  priority: 'The priority lies below the platform’s band',
  selector: 'The selector speaks of this place alone',
  environment: 'It keeps to non-prod',
  workflow: 'The workflow is open to teams and projects',
  saved: 'Saved',
};
const PROJECT_STEPS = ['coverage', 'priority', 'selector', 'environment', 'workflow', 'saved'] as const;
const TEAM_STEPS = ['coverage', 'place', 'priority', 'selector', 'workflow', 'saved'] as const;

/** At which step a refusal of the service belongs. */
const STEP_OF_CODE: Readonly<Record<string, Name>> = {
  out_of_scope_policy: 'coverage',
  permission_denied: 'coverage',
  project_not_found: 'coverage',
  team_not_found: 'place',
  team_archived: 'place',
  policy_priority_reserved: 'priority',
  policy_selector_mismatch: 'selector',
  policy_environment_not_in_project: 'environment',
  prod_policy_not_allowed_for_scope: 'environment',
  workflow_not_authorable_for_scope: 'workflow',
};
const SELECTOR_REASONS = ['provider_type_invalid', 'operation_invalid'];

/** Returns the six checks of the service as far as they can be told before it makes them. */
export function stepsOf(facts: StepFacts): Step[] {
  const refused = refusedStep(facts.failure, facts.anchor);
  const names = facts.anchor.kind === 'project' ? PROJECT_STEPS : TEAM_STEPS;
  return names.map((name) => {
    if (name === refused && facts.failure !== null)
      return { title: TITLES[name], state: 'refused', words: messageOfError(facts.failure) };
    return { title: TITLES[name], ...stateOf(name, facts) };
  });
}

/** Returns why the rule would be refused, as far as that is known. */
export function refusalOf(steps: readonly Step[]): string | null {
  return steps.find(({ state }) => state === 'refused')?.words ?? null;
}

/** Returns the field of a refusal that stands at a step: the step says it. */
export function isAtStep(error: Error, anchor: Anchor): boolean {
  return refusedStep(error, anchor) !== null;
}

function refusedStep(failure: Error | null, { kind }: Anchor): Name | null {
  if (!(failure instanceof ApiError)) return null;
  if (failure.code !== 'policy_scope_too_broad') return STEP_OF_CODE[failure.code] ?? null;
  const { reason } = failure.body as { reason?: string };
  return kind === 'team' || SELECTOR_REASONS.includes(reason ?? '') ? 'selector' : 'environment';
}

const DONE = { state: 'done', words: null } as const;

function refused(words: string): Answer {
  return { state: 'refused', words };
}

function open(words: string): Answer {
  return { state: 'open', words };
}

type Answer = Omit<Step, 'title'>;

function stateOf(name: Name, facts: StepFacts): Answer {
  return STATES[name](facts);
}

/** What is known of each check before the service makes it. */
const STATES: Readonly<Record<Name, (facts: StepFacts) => Answer>> = {
  coverage: ({ uncovered }) => (uncovered === null ? DONE : refused(uncovered)),
  place: ({ archived }) => (archived ? refused(messageOf('team_archived')) : DONE),
  priority: ({ fields: { priority }, cap }) => {
    if (priority === '' || cap === null) return open('Type a priority.');
    return Number(priority) < cap ? DONE : refused(`It must be below ${cap}.`);
  },
  selector: ({ anchor, fields }) =>
    anchor.kind === 'team' && fields['selector.environment_kind'] !== 'non_prod'
      ? refused(messageOf('policy_scope_too_broad'))
      : DONE,
  environment: ({ fields, environments }) => {
    const environment = environments.find(({ id }) => id === fields['selector.environment_id']);
    if (environment?.kind === 'prod') return refused(messageOf('prod_policy_not_allowed_for_scope'));
    const kept = fields['selector.environment_kind'] === 'non_prod' || environment !== undefined;
    return kept ? DONE : refused('Choose non-prod, or an environment.');
  },
  workflow: ({ fields: { workflow_id }, authorable }) => {
    if (workflow_id === '') return open('Choose a workflow.');
    const legal = authorable.some(({ id }) => id === workflow_id);
    return legal ? DONE : refused(messageOf('workflow_not_authorable_for_scope'));
  },
  saved: ({ fields: { name } }) =>
    open(name.trim() === '' ? 'Give it a name, then save it.' : 'The service checks all again.'),
};
