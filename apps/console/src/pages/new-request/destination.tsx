import type { JSX } from 'react';
import { SelectField } from '../../ui/form.js';
import { NamedOptions } from '../../ui/named-options.js';
import type { RequestDraft } from './use-request-draft.js';

export interface DestinationProps {
  readonly draft: RequestDraft;
  /** The projects among which the service wants a choice; null until it said so. */
  readonly candidates: readonly string[] | null;
}

/** Through which connection the values are written, and for which own project where that does not follow from it. */
export function Destination({ draft, candidates }: DestinationProps): JSX.Element {
  const { secret, projects, connections, source_project_id: project, choose } = draft;
  const offered = projects.filter(
    ({ id, status }) => status === 'active' && (candidates?.includes(id) ?? true),
  );
  const none = connections.length === 0;
  return (
    <>
      {(secret === null || candidates !== null) && (
        <SelectField
          name="source_project_id"
          label="For our project"
          value={project}
          onChange={({ target: { value } }) => choose({ source_project_id: value })}
        >
          <option value="">Choose…</option>
          <NamedOptions rows={offered} />
        </SelectField>
      )}
      <SelectField
        name="destination_provider_connection_id"
        label="Connection"
        hint={project !== '' && none ? 'No connection is bound to this project.' : undefined}
        value={draft.provider_connection_id}
        onChange={({ target: { value } }) => choose({ provider_connection_id: value })}
      >
        <option value="">{project === '' && none ? 'Choose the project first' : 'Choose…'}</option>
        <NamedOptions rows={connections} />
      </SelectField>
    </>
  );
}
