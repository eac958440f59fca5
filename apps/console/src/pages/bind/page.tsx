import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import {
  bindableQuery,
  bindConnection,
  type BindingRight,
  projectBindingsQuery,
} from '../../api/queries/bindings.js';
import { type Environment, environmentsOfQuery } from '../../api/queries/environments.js';
import { useMe } from '../../api/queries/me.js';
import { teamsQuery } from '../../api/queries/places.js';
import { type Project, projectQuery } from '../../api/queries/projects.js';
import { queryClient } from '../../api/query-client.js';
import { bindingRight, whyNotBind } from '../../places/binding-right.js';
import { compareNames, teamIdsOf } from '../../places/team-tree.js';
import { ActionButton } from '../../ui/button.js';
import { Form, FormButtons, textIn } from '../../ui/form.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { environmentLabel } from '../../ui/environment-label.js';
import { NamedSelect } from '../../ui/named-select.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';

export const route = createLazyRoute('/shell/projects/$id/bind')({ component: BindPage });

/** Stands for all environments of the project, which administrators of integrations alone bind at once. */
const WHOLE = 'project';
const FIELD_OF_CODE = {
  environment_id_required: 'environment_id',
  environment_not_in_project: 'environment_id',
  prod_binding_not_allowed_for_scope: 'environment_id',
  connection_not_found: 'provider_connection_id',
  connection_disabled: 'provider_connection_id',
  connection_not_self_service_bindable: 'provider_connection_id',
  binding_exists: 'provider_connection_id',
} as const;

function BindPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Bind a connection"
      query={useQuery(projectQuery(id))}
      gone={['project_not_found', <Link to="/projects">All projects</Link>]}
    >
      {({ row }) => (
        <Page
          title={
            <>
              Bind a connection to <bdi>{row.name}</bdi>
            </>
          }
          name={`Bind · ${row.name}`}
          width="narrow"
        >
          <Bind project={row} />
        </Page>
      )}
    </ResourcePage>
  );
}

function Bind({ project }: { project: Project }): JSX.Element {
  const navigate = route.useNavigate();
  const { id } = project;
  const [chosen, choose] = useState(route.useSearch().environment ?? '');
  const teams = useQuery(teamsQuery).data ?? [];
  const environments = useQuery(environmentsOfQuery(id)).data ?? [];
  const { right, reason } = bindingRight(useMe(), {
    projectId: id,
    teamIds: teamIdsOf(teams, project.team_id),
  });
  const environment = environments.find((each) => each.id === chosen);
  const whole = chosen === WHOLE && right === 'integration.edit';
  const refused = reason ?? whyNotHere(right, environment);
  const name = environment?.name ?? 'the whole project';
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const connectionId = textIn(data, 'provider_connection_id');
    const place = { projectId: id, environmentId: environment?.id ?? null, connectionId };
    const prompt = { verb: 'Bind', about: `a connection to ${name} of ${project.name}` };
    await bindConnection(place, right, prompt, idempotencyKey);
    toast('Bound.');
    await Promise.all(
      ['bindings', 'connections'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
    await navigate({ to: '/projects/$id', params: { id }, search: { tab: 'connections' } });
  };
  if (environments.length === 0 && right === 'integration.bind')
    return <Empty>The project has no environment yet.</Empty>;
  return (
    <Form className={styles.form} onSubmit={send} fieldOfCode={FIELD_OF_CODE}>
      {({ busy }) => (
        <>
          <NamedSelect
            name="environment_id"
            label="Environment"
            value={whole ? WHOLE : (environment?.id ?? '')}
            onChange={({ target: { value } }) => choose(value)}
            rows={environments}
            labelOf={environmentLabel}
          >
            {right === 'integration.edit' && <option value={WHOLE}>the whole project</option>}
          </NamedSelect>
          {refused !== null ? (
            <p role="status">{refused}</p>
          ) : (
            (environment !== undefined || whole) && (
              <>
                <Choice projectId={id} environmentId={environment?.id ?? null} right={right} />
                <FormButtons>
                  <ActionButton type="submit" look="main" busy={busy}>
                    Bind
                  </ActionButton>
                </FormButtons>
              </>
            )
          )}
        </>
      )}
    </Form>
  );
}

function whyNotHere(right: BindingRight, environment: Environment | undefined): string | null {
  if (environment === undefined || whyNotBind(right, environment.kind) === null) return null;
  return 'Only the platform binds prod.';
}

interface ChoiceProps {
  readonly projectId: string;
  readonly environmentId: string | null;
  readonly right: BindingRight;
}

/** The connections that can still be bound there. */
function Choice({ projectId, environmentId, right }: ChoiceProps): JSX.Element {
  const { data, error, refetch } = useQuery(bindableQuery(projectId, environmentId, right));
  const bound = useQuery(projectBindingsQuery(projectId, environmentId ?? undefined)).data ?? [];
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={1} />;
  const here = bound.filter((binding) => environmentId !== null || binding.environment_id === null);
  const free = data.filter(({ id }) => !here.some((binding) => binding.provider_connection_id === id));
  return (
    <NamedSelect
      name="provider_connection_id"
      label="Connection"
      hint={
        free.length === 0
          ? 'Each connection that you may bind is bound there already.'
          : 'Requests in the environment can go through it once it is bound.'
      }
      required
      rows={free.sort(compareNames)}
      labelOf={({ name, type }) => `${name} (${type})`}
    />
  );
}
