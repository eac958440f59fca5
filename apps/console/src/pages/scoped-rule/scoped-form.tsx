import { subtreeOf } from '../../places/team-tree.js';
import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import { type Anchor, scopedRulesQuery } from '../../api/queries/scoped-rules.js';
import { authorableQuery } from '../../api/queries/workflows.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { EditConflicts } from '../../ui/edit-conflicts.js';
import { CheckField } from '../../ui/check-field.js';
import { Columns } from '../../ui/columns.js';
import { FormButtons } from '../../ui/form.js';
import { GuardedForm } from '../../ui/guarded-form.js';
import { Section } from '../../ui/page.js';
import { RecentScopes } from '../../ui/recent-scopes.js';
import { draftOf, type RuleFields, selectorOf } from '../../ui/rule-fields.js';
import { NameField, PriorityField, WorkflowField } from '../../ui/rule-form-fields.js';
import { ruleFieldLabel, ruleFieldText } from '../../ui/rule-labels.js';
import { SelectorFields } from '../../ui/selector-fields.js';
import { type ChangedField, type Draft, tickOf } from '../../ui/use-draft.js';
import type { Leave } from '../../ui/use-unsaved-changes.js';
import { Checklist } from './checklist.js';
import { isAtStep, refusalOf, type Step, type StepFacts, stepsOf } from './steps.js';
import { useUncovered } from './use-uncovered.js';

export interface ScopedFormProps {
  readonly anchor: Anchor;
  readonly draft: Draft<RuleFields>;
  readonly conflicts?: readonly ChangedField[];
  readonly ruleId: string | null;
  /** Why it can't be saved now, beside what the steps say. */
  readonly reason: string | null;
  /** @returns what leaves the page then; nothing where it stays */
  readonly onSubmit: (key: string) => Promise<Leave | void>;
}

/** The form of a rule of a project or a team, beside it the checks of the service and what was requested lately. */
export function ScopedForm(props: ScopedFormProps): JSX.Element {
  const { anchor, draft, conflicts = [], ruleId, reason } = props;
  const { fields } = draft;
  const rules = useQuery(scopedRulesQuery(anchor)).data;
  const authorable = useQuery(authorableQuery).data ?? [];
  const { steps, send } = useSteps(props, rules?.priority_cap ?? null, authorable);
  const words = (name: string, value: string | boolean): string =>
    ruleFieldText(name, value, unknown, (id) => authorable.find((each) => each.id === id)?.name);
  return (
    <Columns>
      <GuardedForm onSubmit={(_, key) => send(key)}>
        {({ busy }) => (
          <>
            <EditConflicts changes={conflicts} word={ruleFieldLabel} words={words} />
            <NameField draft={draft} />
            <SelectorFields draft={draft} anchor={anchor} />
            <PriorityField
              draft={draft}
              hint={rules && `The higher comes first; below ${rules.priority_cap}.`}
            />
            <WorkflowField
              draft={draft}
              workflows={authorable}
              hint={authorable.length === 0 ? NONE_AUTHORABLE : undefined}
            />
            <CheckField {...tickOf(draft, 'enabled')} label="Enabled" />
            <FormButtons>
              <ActionButton type="submit" look="main" busy={busy} reason={refusalOf(steps) ?? reason}>
                Save
              </ActionButton>
            </FormButtons>
          </>
        )}
      </GuardedForm>
      <div>
        <Section title="What the service checks">
          <Checklist steps={steps} />
        </Section>
        <Section title="What was requested lately">
          <RecentScopes
            selector={selectorOf(fields)}
            draft={refusalOf(steps) === null ? draftOf(fields, ruleId, anchor) : null}
            ruleId={ruleId}
            projectId={anchor.kind === 'project' ? anchor.id : undefined}
            within={useProjectsBelow(anchor)}
          />
        </Section>
      </div>
    </Columns>
  );
}

const NONE_AUTHORABLE = 'No workflow is open to rules of teams and projects: who edits workflows opens one.';
const unknown = (): undefined => undefined;

/** The checks as they stand, and what sends the form and notes at which of them it was refused. */
function useSteps(
  { anchor, draft: { fields }, onSubmit }: ScopedFormProps,
  cap: number | null,
  authorable: StepFacts['authorable'],
): { steps: Step[]; send: (key: string) => Promise<Leave | void | false> } {
  const [failure, setFailure] = useState<{ readonly error: Error; readonly of: RuleFields } | null>(null);
  const project = anchor.kind === 'project' ? anchor.id : '';
  const environments = useQuery({ ...environmentsOfQuery(project), enabled: project !== '' }).data ?? [];
  const teams = useQuery(teamsQuery).data ?? [];
  const steps = stepsOf({
    ...{ anchor, fields, environments, authorable, cap },
    uncovered: useUncovered(anchor),
    archived: teams.find(({ id }) => id === anchor.id)?.status === 'archived',
    // What the service said is true of what was sent: once something else is typed, it is not known any more.
    failure: failure?.of === fields ? failure.error : null,
  });
  const send = async (key: string): Promise<Leave | void | false> => {
    try {
      setFailure(null);
      return await onSubmit(key);
    } catch (error) {
      setFailure({ error: error as Error, of: fields });
      await queryClient.invalidateQueries({ queryKey: ['policies', 'of'] });
      if (!(error instanceof Error) || !isAtStep(error, anchor)) throw error;
      return false;
    }
  };
  return { steps, send };
}

/** The projects that a team's rules reach; undefined for a project's own rules. */
function useProjectsBelow({ kind, id }: Anchor): ReadonlySet<string> | undefined {
  const teams = useQuery(teamsQuery).data ?? [];
  const projects = useQuery(projectsQuery).data ?? [];
  if (kind === 'project') return undefined;
  const below = subtreeOf(teams, id);
  return new Set(
    projects.filter(({ team_id }) => team_id !== null && below.has(team_id)).map((each) => each.id),
  );
}
