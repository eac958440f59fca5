import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Versioned } from '../../api/client.js';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { rulesQuery } from '../../api/queries/policies.js';
import {
  createWorkflow,
  deleteWorkflow,
  updateWorkflow,
  type Workflow,
  workflowQuery,
} from '../../api/queries/workflows.js';
import { queryClient } from '../../api/query-client.js';
import { messageOf } from '../../api/error-messages.js';
import { Lifetimes } from '../../pictures/lifetimes.js';
import { DeletablePage } from '../../ui/deletable-page.js';
import { Columns } from '../../ui/columns.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page, Section } from '../../ui/page.js';
import { toast } from '../../ui/toasts.js';
import { useDraft, useRowDraft } from '../../ui/use-draft.js';
import { useSavedCount } from '../../ui/use-saved-count.js';
import { bodyOf, changeOf, fieldsOf, lifetimesOf } from './workflow-fields.js';
import { WorkflowForm } from './workflow-form.js';

export const route = createLazyRoute('/shell/workflows/$id')({ component: WorkflowPage });
export const newRoute = createLazyRoute('/shell/workflows/new')({ component: NewWorkflowPage });

const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['workflows'] });

function NewWorkflowPage(): JSX.Element {
  return (
    <RequirePermission title="New workflow" anyOf={['workflow.edit']}>
      <NewWorkflow />
    </RequirePermission>
  );
}

function NewWorkflow(): JSX.Element {
  const navigate = newRoute.useNavigate();
  const draft = useDraft(fieldsOf(null));
  const { fields } = draft;
  return (
    <Page title="New workflow">
      <Columns>
        <WorkflowForm
          draft={draft}
          reason={missingGlobalPermission(useMe(), 'workflow.edit')}
          onSubmit={async (_, key) => {
            const prompt = { verb: 'Save', about: `the new workflow ${fields.name}` };
            const { id } = await createWorkflow(bodyOf(fields), prompt, key);
            toast('Saved.');
            void reread();
            return () => navigate({ to: '/workflows/$id', params: { id }, replace: true });
          }}
        />
        <Section title="How long everything lives">
          <Lifetimes of={lifetimesOf(fields)} />
        </Section>
      </Columns>
    </Page>
  );
}

function WorkflowPage(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(workflowQuery(id));
  const [saved, onSaved] = useSavedCount(query);
  return (
    <ResourcePage
      title="Workflow"
      query={query}
      gone={['workflow_not_found', <Link to="/workflows">All workflows</Link>]}
    >
      {(read) => <Shown key={`${id} ${saved}`} {...{ read, onSaved }} />}
    </ResourcePage>
  );
}

function Shown({ read, onSaved }: { read: Versioned<Workflow>; onSaved: () => Promise<void> }): JSX.Element {
  const { id, name } = read.row;
  const lacking = missingGlobalPermission(useMe(), 'workflow.edit');
  const navigate = route.useNavigate();
  const rules = useQuery(rulesQuery).data ?? [];
  const used = rules.some(({ workflow_id }) => workflow_id === id);
  const draft = useRowDraft(
    read,
    (row: Workflow) => fieldsOf(row),
    () => queryClient.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
  );
  const { fields, changed, conflicts, send } = draft;
  return (
    <DeletablePage
      name={name}
      reason={lacking ?? (used ? `${messageOf('workflow_in_use')} The rules are listed below.` : null)}
      consequence="Requests that are open keep what they were made under."
      onDelete={async () => {
        const prompt = { verb: 'Delete', about: `the workflow ${name}` };
        await send((seen) => deleteWorkflow(seen, prompt));
        toast('Deleted.');
        return async () => {
          await navigate({ to: '/workflows' });
          await reread();
        };
      }}
    >
      <Columns>
        <WorkflowForm
          draft={draft}
          conflicts={conflicts}
          reason={lacking ?? (changed.length === 0 ? 'Nothing is changed.' : null)}
          onSubmit={async () => {
            const body = changeOf(fields, changed);
            await send((seen) => updateWorkflow(seen, body, { verb: 'Save', about: `the workflow ${name}` }));
            toast('Saved. Requests that are open keep what they were made under.');
            await Promise.all([reread(), onSaved()]);
          }}
        />
        <div>
          <Section title="How long everything lives">
            <Lifetimes of={lifetimesOf(fields)} />
          </Section>
          <UsedBy id={id} />
        </div>
      </Columns>
    </DeletablePage>
  );
}

/** The platform's rules that name a workflow. */
function UsedBy({ id }: { id: string }): JSX.Element {
  const rules = (useQuery(rulesQuery).data ?? []).filter(({ workflow_id }) => workflow_id === id);
  return (
    <Section title="Where it is used">
      {rules.length === 0 ? (
        <p>No rule of the platform names it.</p>
      ) : (
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>
              <Link to="/policies/$id" params={{ id: rule.id }}>
                <bdi>{rule.name}</bdi>
              </Link>{' '}
              (priority {rule.priority}
              {!rule.enabled && ', disabled'})
            </li>
          ))}
        </ul>
      )}
      <p>Rules of teams and projects may name it too; they stand on the page of their place.</p>
    </Section>
  );
}
