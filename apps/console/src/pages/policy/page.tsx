import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Versioned } from '../../api/client.js';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import {
  createRule,
  deleteRule,
  type Rule,
  ruleHistoryQuery,
  ruleQuery,
  updateRule,
} from '../../api/queries/policies.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { DeletablePage } from '../../ui/deletable-page.js';
import { Columns } from '../../ui/columns.js';
import { Facts } from '../../ui/facts.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page, Section } from '../../ui/page.js';
import { RecentScopes } from '../../ui/recent-scopes.js';
import { bodyOf, changeOf, draftOf, fieldsOf, newFields, selectorOf } from '../../ui/rule-fields.js';
import { RuleHistory } from '../../ui/rule-history.js';
import { SelectorChips } from '../../ui/selector-chips.js';
import { toast } from '../../ui/toasts.js';
import { useDraft, useRowDraft } from '../../ui/use-draft.js';
import { useSavedCount } from '../../ui/use-saved-count.js';
import { RuleForm } from './rule-form.js';

export const route = createLazyRoute('/shell/policies/$id')({ component: PolicyPage });
export const newRoute = createLazyRoute('/shell/policies/new')({ component: NewPolicyPage });

const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['policies'] });

function NewPolicyPage(): JSX.Element {
  return (
    <RequirePermission title="New rule" anyOf={['policy.edit']}>
      <NewPolicy />
    </RequirePermission>
  );
}

function NewPolicy(): JSX.Element {
  const navigate = newRoute.useNavigate();
  const draft = useDraft(newFields());
  const { fields } = draft;
  return (
    <Page title="New rule">
      <Columns>
        <RuleForm
          draft={draft}
          reason={missingGlobalPermission(useMe(), 'policy.edit')}
          onSubmit={async (_, key) => {
            const prompt = { verb: 'Save', about: `the new rule ${fields.name}` };
            const { id } = await createRule(bodyOf(fields), prompt, key);
            toast('Saved.');
            void reread();
            return () => navigate({ to: '/policies/$id', params: { id }, replace: true });
          }}
        />
        <Section title="What was requested lately">
          <RecentScopes selector={selectorOf(fields)} draft={draftOf(fields, null)} ruleId={null} />
        </Section>
      </Columns>
    </Page>
  );
}

function PolicyPage(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(ruleQuery(id));
  const [saved, onSaved] = useSavedCount(query);
  const me = useMe();
  return (
    <ResourcePage
      title="Rule"
      query={query}
      gone={['policy_not_found', <Link to="/policies">All policies</Link>]}
    >
      {(read) =>
        missingGlobalPermission(me, 'policy.edit') === null ? (
          <Edited key={`${id} ${saved}`} {...{ read, onSaved }} />
        ) : (
          <Seen key={id} rule={read.row} />
        )
      }
    </ResourcePage>
  );
}

/** A rule as those see it who don't edit rules: what it looks at, without values. */
function Seen({ rule }: { rule: Rule }): JSX.Element {
  return (
    <Page
      title={<bdi>{rule.name}</bdi>}
      name={rule.name}
      width="narrow"
      actions={
        <ActionButton look="bad" reason={missingGlobalPermission(useMe(), 'policy.edit')}>
          Delete
        </ActionButton>
      }
    >
      <Facts
        facts={[
          ['Applies to', <SelectorChips key="" rule={rule} nameOf={() => undefined} />],
          ['Priority', rule.priority],
          ['Workflow', rule.workflow_name ?? '–'],
          ['Second factor', rule.requires_mfa ? 'required' : 'not required'],
          ['Direct reveal', rule.direct_reveal_allowed ? 'allowed' : 'not allowed'],
          ['Reveal session lifetime', lengthText(rule.reveal_ttl_seconds)],
          ['State', rule.enabled ? 'on' : 'off'],
        ]}
      />
    </Page>
  );
}

function Edited({ read, onSaved }: { read: Versioned<Rule>; onSaved: () => Promise<void> }): JSX.Element {
  const { id, name, warnings = [] } = read.row;
  const navigate = route.useNavigate();
  const draft = useRowDraft(read, fieldsOf, () => queryClient.fetchQuery({ ...ruleQuery(id), staleTime: 0 }));
  const { fields, changed, conflicts, send } = draft;
  return (
    <DeletablePage
      name={name}
      consequence="From then on the next rule that matches decides. Requests that are made already keep their workflow."
      onDelete={async () => {
        await send((seen) => deleteRule(seen, { verb: 'Delete', about: `the rule ${name}` }));
        toast('Deleted.');
        return async () => {
          await navigate({ to: '/policies' });
          await reread();
        };
      }}
    >
      {warnings.map(({ code, message }) => (
        <p key={code}>
          <Icon name="warning" /> {message}
        </p>
      ))}
      <Columns>
        <RuleForm
          draft={draft}
          conflicts={conflicts}
          reason={changed.length === 0 ? 'Nothing is changed.' : null}
          onSubmit={async () => {
            const body = changeOf(fields, changed);
            await send((seen) => updateRule(seen, body, { verb: 'Save', about: `the rule ${name}` }));
            toast('Saved.');
            await Promise.all([reread(), onSaved()]);
          }}
        />
        <Section title="What was requested lately">
          <RecentScopes selector={selectorOf(fields)} draft={draftOf(fields, id)} ruleId={id} />
        </Section>
      </Columns>
      <Section title="History">
        <RuleHistory history={useQuery(ruleHistoryQuery(id))} />
      </Section>
    </DeletablePage>
  );
}
