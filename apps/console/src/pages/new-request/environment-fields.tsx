import type { JSX } from 'react';
import { SelectField } from '../../ui/form.js';
import { environmentLabel } from '../../ui/environment-label.js';
import { NamedSelect } from '../../ui/named-select.js';
import type { RequestDraft } from './use-request-draft.js';

/** Which environment, and through which connection where there is more than one. */
export function EnvironmentFields({ draft }: { draft: RequestDraft }): JSX.Element {
  const { projects, connections, environment_id, provider_connection_id, choose } = draft;
  return (
    <>
      <SelectField
        name="environment_id"
        label="Environment"
        value={environment_id}
        onChange={({ target: { value } }) => choose({ environment_id: value })}
        required
      >
        <option value="">Choose…</option>
        {projects
          .filter(({ status }) => status === 'active')
          .map(({ id, name, environments }) => (
            <optgroup key={id} label={name}>
              {environments.map((each) => (
                <option key={each.id} value={each.id}>
                  {environmentLabel(each)} · {name}
                </option>
              ))}
            </optgroup>
          ))}
      </SelectField>
      <NamedSelect
        name="provider_connection_id"
        label="Connection"
        hint={
          environment_id !== '' && connections.length === 0
            ? 'No connection is bound to this environment.'
            : undefined
        }
        value={provider_connection_id}
        onChange={({ target: { value } }) => choose({ provider_connection_id: value })}
        required
        rows={connections}
        none={environment_id === '' ? 'Choose the environment first' : 'Choose…'}
      />
    </>
  );
}
