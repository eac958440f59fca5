import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { fetchAllPages } from './all-pages.js';

export type Rule = components['schemas']['RuleResponse'];
export type Selector = NonNullable<Rule['selector']>;
export type RuleVersion = components['schemas']['RuleVersionResponse'];
export type NewRule = components['schemas']['CreatePolicyBody'];
export type RuleChange = components['schemas']['UpdatePolicyBody'];
export type Scope = components['schemas']['SimulateBody'];
/** A rule as it is typed, saved or not. */
export type DraftRule = components['schemas']['DraftRuleBody'];
export type DraftedDecision = components['schemas']['DraftedDecisionResponse'];
export type Simulation = components['schemas']['SimulationResponse'];
export type Candidate = components['schemas']['CandidateResponse'];

/** Every rule of the platform; selectors whole for those who edit them. */
export const rulesQuery = queryOptions({
  queryKey: ['policies', 'all'],
  queryFn: ({ signal }) =>
    fetchAllPages<Rule>((page) => api.GET('/api/v1/policies', { params: { query: page }, signal })),
});

/** One rule of the platform, with its version. */
export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['policies', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/policies/{id}', { params: { path: { id } }, signal })),
  });

/** The versions of any rule, oldest first. */
export const ruleHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['policies', 'one', id, 'history'],
    queryFn: ({ signal }) =>
      fetchAllPages<RuleVersion>((query) =>
        api.GET('/api/v1/policies/{id}/history', { params: { path: { id }, query }, signal }),
      ),
  });

/** Which rule decides for a scope, and why not the others; with a draft, what would change. Null asks nothing. */
export const simulationQuery = (scope: Scope | null) =>
  queryOptions({
    queryKey: ['policies', 'simulation', scope],
    queryFn: async ({ signal }) => dataOf(api.POST('/api/v1/policies/simulate', { body: scope!, signal })),
    enabled: scope !== null,
    staleTime: 30_000,
  });

/** Makes a rule of the platform. @throws ApiError */
export async function createRule(body: NewRule, prompt: StepUpPrompt, key: string): Promise<Rule> {
  return dataOf(api.POST('/api/v1/policies', { body, ...withStepUp(prompt, key) }));
}

/** Changes a rule of the platform as it was read. @throws ApiError */
export async function updateRule(
  read: Versioned<Rule>,
  body: RuleChange,
  prompt: StepUpPrompt,
): Promise<Rule> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/policies/{id}', { params, body, ...withIfMatch(prompt, read) }));
}

/** Deletes a rule of the platform as it was read. @throws ApiError */
export async function deleteRule(read: Versioned<Rule>, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id: read.row.id } };
  await dataOf(api.DELETE('/api/v1/policies/{id}', { params, ...withIfMatch(prompt, read) }));
}
