import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Versioned } from '../../api/client.js';
import { useNames } from '../../api/queries/names.js';
import type { Rule } from '../../api/queries/policies.js';
import {
  type Anchor,
  createScopedRule,
  deleteScopedRule,
  scopedHistoryQuery,
  scopedRuleQuery,
  updateScopedRule,
} from '../../api/queries/scoped-rules.js';
import { queryClient } from '../../api/query-client.js';
import { messageOf } from '../../api/error-messages.js';
import { ActionButton } from '../../ui/button.js';
import { DeletablePage } from '../../ui/deletable-page.js';
import { Facts } from '../../ui/facts.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page, Section } from '../../ui/page.js';
import { changeOf, fieldsOf, newFields, scopedBodyOf } from '../../ui/rule-fields.js';
import { RuleHistory } from '../../ui/rule-history.js';
import { SelectorChips } from '../../ui/selector-chips.js';
import { toast } from '../../ui/toasts.js';
import { useDraft, useRowDraft } from '../../ui/use-draft.js';
import { useSavedCount } from '../../ui/use-saved-count.js';
import { ScopedForm } from './scoped-form.js';
import { useUncovered } from './use-uncovered.js';

export const newProjectRule = createLazyRoute('/shell/projects/$id/rules/new')({ component: NewOfProject });
export const newTeamRule = createLazyRoute('/shell/teams/$id/rules/new')({ component: NewOfTeam });
export const projectRule = createLazyRoute('/shell/projects/$id/rules/$rule')({ component: OfProject });
export const teamRule = createLazyRoute('/shell/teams/$id/rules/$rule')({ component: OfTeam });

const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['policies'] });
const pathOf = ({ kind, id }: Anchor): string => `/${kind}s/${id}`;

function NewOfProject(): JSX.Element {
  return <NewRule anchor={{ kind: 'project', id: newProjectRule.useParams().id }} />;
}

function NewOfTeam(): JSX.Element {
  return <NewRule anchor={{ kind: 'team', id: newTeamRule.useParams().id }} />;
}

function OfProject(): JSX.Element {
  const { id, rule } = projectRule.useParams();
  return <RulePage anchor={{ kind: 'project', id }} id={rule} />;
}

function OfTeam(): JSX.Element {
  const { id, rule } = teamRule.useParams();
  return <RulePage anchor={{ kind: 'team', id }} id={rule} />;
}

/** A place by name, leading to its page. */
function PlaceLink({ anchor }: { anchor: Anchor }): JSX.Element {
  const ref = `${anchor.kind}:${anchor.id}`;
  const nameOf = useNames([ref]);
  return (
    <Link to={pathOf(anchor)}>
      the {anchor.kind} <bdi>{nameOf(ref) ?? '…'}</bdi>
    </Link>
  );
}

function NewRule({ anchor }: { anchor: Anchor }): JSX.Element {
  return (
    <RequirePermission title={`New rule of the ${anchor.kind}`} anyOf={['policy.author']}>
      <New key={anchor.id} anchor={anchor} />
    </RequirePermission>
  );
}

function New({ anchor }: { anchor: Anchor }): JSX.Element {
  const draft = useDraft(newFields({ environment_kind: 'non_prod' }));
  const { fields } = draft;
  const navigate = useNavigate();
  return (
    <Page title={`New rule of the ${anchor.kind}`}>
      <p>
        It decides in <PlaceLink anchor={anchor} /> alone, and outside prod.
      </p>
      <ScopedForm
        {...{ anchor, draft }}
        ruleId={null}
        reason={null}
        onSubmit={async (key) => {
          const body = scopedBodyOf(fields);
          const prompt = { verb: 'Save', about: `the new rule ${fields.name} of the ${anchor.kind}` };
          const { id } = await createScopedRule(anchor, body, prompt, key);
          toast('Saved.');
          void reread();
          return () => navigate({ href: `${pathOf(anchor)}/rules/${id}`, replace: true });
        }}
      />
    </Page>
  );
}

function RulePage({ anchor, id }: { anchor: Anchor; id: string }): ReactNode {
  const query = useQuery(scopedRuleQuery(anchor, id));
  const [saved, onSaved] = useSavedCount(query);
  return (
    <ResourcePage title="Rule" query={query} gone={['policy_not_found', <PlaceLink anchor={anchor} />]}>
      {(read) =>
        read.row.selector === undefined ? (
          <Inherited anchor={anchor} rule={read.row} />
        ) : (
          <Own key={`${id} ${saved}`} {...{ anchor, read, onSaved }} />
        )
      }
    </ResourcePage>
  );
}

/** A rule of the platform, as it is seen from a place that it governs too. */
function Inherited({ anchor, rule }: { anchor: Anchor; rule: Rule }): JSX.Element {
  return (
    <Page
      title={<bdi>{rule.name}</bdi>}
      name={rule.name}
      width="narrow"
      actions={
        <ActionButton look="bad" reason={messageOf('platform_policy_not_editable')}>
          Delete
        </ActionButton>
      }
    >
      <p>
        It is a rule of the platform, which governs <PlaceLink anchor={anchor} /> too.
      </p>
      <Facts
        facts={[
          ['Applies to', <SelectorChips key="" rule={rule} nameOf={() => undefined} />],
          ['Priority', rule.priority],
          ['Workflow', rule.workflow_name ?? '–'],
        ]}
      />
    </Page>
  );
}

function History({ anchor, id }: { anchor: Anchor; id: string }): JSX.Element {
  return (
    <Section title="History">
      <RuleHistory history={useQuery(scopedHistoryQuery(anchor, id))} />
    </Section>
  );
}

interface OwnProps {
  readonly anchor: Anchor;
  readonly read: Versioned<Rule>;
  readonly onSaved: () => Promise<void>;
}

function Own({ anchor, read, onSaved }: OwnProps): JSX.Element {
  const { id, name } = read.row;
  const uncovered = useUncovered(anchor);
  const navigate = useNavigate();
  const draft = useRowDraft(read, fieldsOf, () =>
    queryClient.fetchQuery({ ...scopedRuleQuery(anchor, id), staleTime: 0 }),
  );
  const { fields, changed, conflicts, send } = draft;
  const about = `the rule ${name} of the ${anchor.kind}`;
  return (
    <DeletablePage
      name={name}
      reason={uncovered}
      consequence="From then on the next rule that matches decides. Its history goes with it."
      onDelete={async () => {
        await send((seen) => deleteScopedRule(anchor, seen, { verb: 'Delete', about }));
        toast('Deleted.');
        return async () => {
          await navigate({ href: `${pathOf(anchor)}?tab=rules` });
          await reread();
        };
      }}
    >
      <p>
        It decides in <PlaceLink anchor={anchor} /> alone, and outside prod.
      </p>
      <ScopedForm
        {...{ anchor, draft, conflicts }}
        ruleId={id}
        reason={changed.length === 0 ? 'Nothing is changed.' : null}
        onSubmit={async () => {
          const body = changeOf(fields, changed);
          await send((seen) => updateScopedRule(anchor, seen, body, { verb: 'Save', about }));
          toast('Saved.');
          await Promise.all([reread(), onSaved()]);
        }}
      />
      {uncovered === null && <History {...{ anchor, id }} />}
    </DeletablePage>
  );
}
