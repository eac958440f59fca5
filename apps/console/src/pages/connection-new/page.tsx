import { type ConnectionScope, PROVIDER_TYPES, type ProviderType } from '#libs/connection-scope';
import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import { createConnection } from '../../api/queries/connections.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton, Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { DiscoveryField, discoveryIn } from '../../ui/discovery-field.js';
import { FormButtons, SelectField, TextArea, TextField, textIn } from '../../ui/form.js';
import { GuardedForm } from '../../ui/guarded-form.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page } from '../../ui/page.js';
import { PROVIDER_NAMES } from '../../ui/provider-names.js';
import { refusedScopeErrors, scopeErrors, scopeIn, shownErrors, WHOLE_SCOPE } from '../../ui/scope-errors.js';
import { ScopeFields } from '../../ui/scope-fields.js';
import { toast } from '../../ui/toasts.js';
import type { Leave } from '../../ui/use-unsaved-changes.js';
import styles from './page.module.css';
import { parseScope } from './parse-scope.js';

export const route = createLazyRoute('/shell/connections/new')({ component: NewConnectionPage });

const FIELD_OF_CODE = { connection_name_exists: 'name', discover_requires_cluster: 'cluster_name' };

function NewConnectionPage(): ReactNode {
  return (
    <RequirePermission title="Connect a store" anyOf={['integration.edit']}>
      <New />
    </RequirePermission>
  );
}

function New(): JSX.Element {
  const navigate = route.useNavigate();
  const [type, setType] = useState<ProviderType>('vault');
  const [pasting, setPasting] = useState(false);
  /** Null: it is not a JSON object. */
  const scopeOf = (data: FormData): ConnectionScope | null =>
    pasting ? parseScope(textIn(data, WHOLE_SCOPE)) : scopeIn(data, type);
  const check = (data: FormData): Record<string, string> => {
    if (pasting && textIn(data, WHOLE_SCOPE) === '') return {};
    const scope = scopeOf(data);
    return scope === null
      ? { [WHOLE_SCOPE]: 'This is not a JSON object.' }
      : shownErrors(scopeErrors(type, scope), pasting);
  };
  const send = async (data: FormData, key: string): Promise<Leave> => {
    const name = textIn(data, 'name');
    const optional = {
      cluster_name: textIn(data, 'cluster_name') || null,
      description: textIn(data, 'description') || null,
    };
    const body = { name, type, scope: scopeOf(data) ?? {}, ...optional, ...discoveryIn(data) };
    const prompt = { verb: 'Connect', about: `the store ${name}` };
    const { id } = await createConnection(body, prompt, key);
    toast('Connected. Now enroll an agent for it.');
    void queryClient.invalidateQueries({ queryKey: ['connections'] });
    const to = { to: '/connections/$id', params: { id }, search: { tab: 'enrollment' } } as const;
    return () => navigate({ ...to, replace: true });
  };
  return (
    <Page title="Connect a store" width="narrow">
      <p className={styles.lead}>
        A connection describes where a store is. Its credentials are configured at the agent: enter none here.
      </p>
      <div className={styles.form}>
        <GuardedForm
          onSubmit={send}
          check={check}
          fieldOfCode={FIELD_OF_CODE}
          fieldsOf={(refusal) => shownErrors(refusedScopeErrors(type, refusal), pasting)}
        >
          {({ busy }) => (
            <>
              <TextField name="name" label="Name" required maxLength={200} autoComplete="off" />
              <SelectField
                name="type"
                label="Store"
                hint="It can’t be changed later."
                value={type}
                onChange={({ target }) => setType(target.value as ProviderType)}
              >
                {PROVIDER_TYPES.map((each) => (
                  <option key={each} value={each}>
                    {PROVIDER_NAMES[each]}
                  </option>
                ))}
              </SelectField>
              <Scope type={type} pasting={pasting} />
              <Button look="quiet" className={styles.switch} onClick={() => setPasting(!pasting)}>
                {pasting ? 'Fill in fields instead' : 'Paste the scope as JSON'}
              </Button>
              <TextField
                name="cluster_name"
                label="Cluster (optional)"
                hint="Where its agents run. With a name, only agents of that cluster serve it."
                maxLength={200}
                autoComplete="off"
              />
              <DiscoveryField chosen={0} />
              <TextField name="description" label="Description (optional)" maxLength={500} />
              <FormButtons>
                <ButtonLink to="/connections">Back</ButtonLink>
                <ActionButton look="main" type="submit" busy={busy}>
                  Connect
                </ActionButton>
              </FormButtons>
            </>
          )}
        </GuardedForm>
      </div>
    </Page>
  );
}

function Scope({ type, pasting }: { type: ProviderType; pasting: boolean }): JSX.Element {
  if (!pasting) return <ScopeFields type={type} />;
  return (
    <TextArea
      name={WHOLE_SCOPE}
      label="Scope as JSON"
      hint="As in the documentation of the interface. It is validated here before it is sent."
      rows={6}
      spellCheck={false}
      required
    />
  );
}
