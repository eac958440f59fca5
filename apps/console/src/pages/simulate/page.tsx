import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { projectsQuery } from '../../api/queries/places.js';
import type { Scope } from '../../api/queries/policies.js';
import { SimulatedDecision } from '../../pictures/simulated-decision.js';
import { ActionButton } from '../../ui/button.js';
import { Form, FormButtons, SelectField, TextField, textIn } from '../../ui/form.js';
import { keysOf } from '../../ui/keys-of.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { PROVIDER_NAMES } from '../../ui/provider-names.js';
import { Page, Section } from '../../ui/page.js';
import { OPERATIONS, PRINCIPALS, TYPES } from '../../ui/selector-labels.js';
import { Empty } from '../../ui/states.js';
import { Columns } from '../../ui/columns.js';
import { environmentLabel } from '../../ui/environment-label.js';
import { NamedSelect } from '../../ui/named-select.js';

export const route = createLazyRoute('/shell/policies/simulate')({ component: SimulatePage });

function SimulatePage(): JSX.Element {
  return (
    <RequirePermission title="Simulate a decision" anyOf={['policy.edit', 'policy.author']}>
      <Simulate />
    </RequirePermission>
  );
}

function Simulate(): JSX.Element {
  const scope = route.useSearch();
  const asked = Object.values(scope).some((value) => value !== undefined);
  return (
    <Page title="Simulate a decision">
      <p>
        Which rule would decide for a request like this, with the rules as they are now. Nothing is requested.
      </p>
      <Columns>
        <ScopeForm key={JSON.stringify(scope)} scope={scope} />
        <Section title="Decision">
          {asked ? (
            <Ladder scope={scope} />
          ) : (
            <Empty>
              Say what the request would be about. What is left open matches no rule that asks for it.
            </Empty>
          )}
        </Section>
      </Columns>
    </Page>
  );
}

function Ladder({ scope }: { scope: Scope }): JSX.Element {
  const {
    environment_id: id,
    project_id,
    provider_type,
    secret_ref,
    operation,
    type,
    principal_kind,
  } = scope;
  const environments = useQuery(environmentsOfQuery(project_id ?? '')).data;
  const environment = environments?.find((each) => each.id === id);
  const place = { environment: environment?.name, environment_kind: environment?.kind, environment_id: id };
  return (
    <SimulatedDecision
      scope={scope}
      known={{
        project_id,
        ...place,
        provider_type,
        secret_ref_prefix: secret_ref,
        operation,
        type,
        principal_kind,
      }}
    />
  );
}

function ScopeForm({ scope }: { scope: Scope }): JSX.Element {
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery).data ?? [];
  const [project, setProject] = useState(scope.project_id ?? '');
  const environments = useQuery({ ...environmentsOfQuery(project), enabled: project !== '' }).data ?? [];
  const send = async (data: FormData): Promise<void> => {
    const typed = (name: keyof Scope): never => (textIn(data, name) || undefined) as never;
    const environment_id = project === '' ? undefined : typed('environment_id');
    const place = { project_id: project || undefined, environment_id };
    const rest = { provider_type: typed('provider_type'), secret_ref: typed('secret_ref') };
    const what = {
      operation: typed('operation'),
      type: typed('type'),
      principal_kind: typed('principal_kind'),
    };
    await navigate({ to: '/policies/simulate', search: { ...place, ...rest, ...what } });
  };
  return (
    <Form onSubmit={send}>
      {({ busy }) => (
        <>
          <NamedSelect
            name="project_id"
            label="Project"
            value={project}
            onChange={({ target: { value } }) => setProject(value)}
            rows={projects}
            none="none"
          />
          <NamedSelect
            key={`${project} ${environments.length}`}
            name="environment_id"
            label="Environment"
            hint={project === '' ? 'Choose the project first.' : undefined}
            defaultValue={scope.environment_id ?? ''}
            rows={environments}
            labelOf={environmentLabel}
            none="none"
          />
          <TextField
            name="secret_ref"
            label="Secret"
            hint="Its reference in the store, as in apps/payments/db."
            defaultValue={scope.secret_ref}
            maxLength={1024}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <SelectField name="provider_type" label="Store" defaultValue={scope.provider_type ?? ''}>
            <option value="">none</option>
            {keysOf(PROVIDER_NAMES).map((store) => (
              <option key={store} value={store}>
                {PROVIDER_NAMES[store]}
              </option>
            ))}
          </SelectField>
          <Words name="operation" label="Operation" words={OPERATIONS} chosen={scope.operation} />
          <Words name="type" label="Type" words={TYPES} chosen={scope.type} />
          <Words name="principal_kind" label="Asked by" words={PRINCIPALS} chosen={scope.principal_kind} />
          <FormButtons>
            <ActionButton type="submit" look="main" busy={busy}>
              Simulate
            </ActionButton>
          </FormButtons>
        </>
      )}
    </Form>
  );
}

interface WordsProps {
  readonly name: string;
  readonly label: string;
  readonly words: Readonly<Record<string, string>>;
  readonly chosen: string | undefined;
}

function Words({ words, chosen, ...field }: WordsProps): JSX.Element {
  return (
    <SelectField {...field} defaultValue={chosen ?? ''}>
      <option value="">none</option>
      {keysOf(words).map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </SelectField>
  );
}
