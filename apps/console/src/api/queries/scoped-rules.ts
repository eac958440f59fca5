import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { fetchAllPages } from './all-pages.js';
import type { Rule, RuleVersion } from './policies.js';

/** Whose rules they are. */
export interface Anchor {
  readonly kind: 'project' | 'team';
  readonly id: string;
}
export type NewScopedRule = components['schemas']['CreateScopedRuleBody'];
export type ScopedRuleChange = components['schemas']['UpdateScopedRuleBody'];
type RuleList = components['schemas']['RuleListResponse'];

const PROJECT = '/api/v1/projects/{projectID}/policy-rules';
const TEAM = '/api/v1/teams/{teamID}/policy-rules';

/** The rules of a project or a team, those that it inherits included, and where the platform's band begins. */
export const scopedRulesQuery = ({ kind, id }: Anchor) =>
  queryOptions({
    queryKey: ['policies', 'of', kind, id],
    queryFn: ({ signal }) => scopedRules({ kind, id }, signal),
  });

/** Reads the rules of a project or a team, those that it inherits included. @throws ApiError */
export async function scopedRules({ kind, id }: Anchor, signal: AbortSignal): Promise<RuleList> {
  let priority_cap = 0;
  const rules = await fetchAllPages<Rule>(async (query) => {
    const { data, ...answer } = await (kind === 'project'
      ? api.GET(PROJECT, { params: { path: { projectID: id }, query }, signal })
      : api.GET(TEAM, { params: { path: { teamID: id }, query }, signal }));
    priority_cap = data?.priority_cap ?? priority_cap;
    return { ...answer, data: data?.rules };
  });
  return { rules, priority_cap };
}

/** One rule of a project or a team, with its version. */
export const scopedRuleQuery = (anchor: Anchor, ruleID: string) =>
  queryOptions({
    queryKey: ['policies', 'of', anchor.kind, anchor.id, 'one', ruleID],
    queryFn: async ({ signal }): Promise<Versioned<Rule>> => {
      const { row, etag } = await (anchor.kind === 'project'
        ? versionOf(
            api.GET(`${PROJECT}/{ruleID}`, { params: { path: { projectID: anchor.id, ruleID } }, signal }),
          )
        : versionOf(
            api.GET(`${TEAM}/{ruleID}`, { params: { path: { teamID: anchor.id, ruleID } }, signal }),
          ));
      return { row: row.rule, etag };
    },
  });

/** The versions of a rule of a project or a team, oldest first. */
export const scopedHistoryQuery = (anchor: Anchor, ruleID: string) =>
  queryOptions({
    queryKey: ['policies', 'of', anchor.kind, anchor.id, 'one', ruleID, 'history'],
    queryFn: ({ signal }) =>
      fetchAllPages<RuleVersion>((query) =>
        anchor.kind === 'project'
          ? api.GET(`${PROJECT}/{ruleID}/history`, {
              params: { path: { projectID: anchor.id, ruleID }, query },
              signal,
            })
          : api.GET(`${TEAM}/{ruleID}/history`, {
              params: { path: { teamID: anchor.id, ruleID }, query },
              signal,
            }),
      ),
  });

/** Makes a rule of a project or a team. @throws ApiError */
export async function createScopedRule(
  { kind, id }: Anchor,
  body: NewScopedRule,
  prompt: StepUpPrompt,
  key: string,
): Promise<Rule> {
  const rest = { body, ...withStepUp(prompt, key) };
  const { rule } = await (kind === 'project'
    ? dataOf(api.POST(PROJECT, { params: { path: { projectID: id } }, ...rest }))
    : dataOf(api.POST(TEAM, { params: { path: { teamID: id } }, ...rest })));
  return rule;
}

/** Changes a rule of a project or a team as it was read. @throws ApiError */
export async function updateScopedRule(
  { kind, id }: Anchor,
  read: Versioned<Rule>,
  body: ScopedRuleChange,
  prompt: StepUpPrompt,
): Promise<Rule> {
  const ruleID = read.row.id;
  const rest = { body, ...withIfMatch(prompt, read) };
  const { rule } = await (kind === 'project'
    ? dataOf(api.PUT(`${PROJECT}/{ruleID}`, { params: { path: { projectID: id, ruleID } }, ...rest }))
    : dataOf(api.PUT(`${TEAM}/{ruleID}`, { params: { path: { teamID: id, ruleID } }, ...rest })));
  return rule;
}

/** Deletes a rule of a project or a team as it was read. @throws ApiError */
export async function deleteScopedRule(
  { kind, id }: Anchor,
  read: Versioned<Rule>,
  prompt: StepUpPrompt,
): Promise<void> {
  const ruleID = read.row.id;
  await (kind === 'project'
    ? dataOf(
        api.DELETE(`${PROJECT}/{ruleID}`, {
          params: { path: { projectID: id, ruleID } },
          ...withIfMatch(prompt, read),
        }),
      )
    : dataOf(
        api.DELETE(`${TEAM}/{ruleID}`, {
          params: { path: { teamID: id, ruleID } },
          ...withIfMatch(prompt, read),
        }),
      ));
}
