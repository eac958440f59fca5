import type { JSX } from 'react';
import { NamedSelect } from '../../ui/named-select.js';
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
  const unbound = connections.length === 0;
  return (
    <>
      {(secret === null || candidates !== null) && (
        <NamedSelect
          name="source_project_id"
          label="For our project"
          value={project}
          onChange={({ target: { value } }) => choose({ source_project_id: value })}
          rows={offered}
        />
      )}
      <NamedSelect
        name="destination_provider_connection_id"
        label="Connection"
        hint={project !== '' && unbound ? 'No connection is bound to this project.' : undefined}
        value={draft.provider_connection_id}
        onChange={({ target: { value } }) => choose({ provider_connection_id: value })}
        rows={connections}
        none={project === '' && unbound ? 'Choose the project first' : 'Choose…'}
      />
    </>
  );
}
