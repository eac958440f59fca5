import type { JSX } from 'react';
import { SelectField } from '../../ui/form.js';
import { NamedOptions } from '../../ui/named-options.js';
import type { Wish } from './use-wish.js';

export interface DestinationProps {
  readonly wish: Wish;
  /** The projects among which the service wants a choice; null until it said so. */
  readonly fitting: readonly string[] | null;
}

/** Through which connection the values are written, and for which own project where that does not follow from it. */
export function Destination({ wish, fitting }: DestinationProps): JSX.Element {
  const { secret, projects, connections, source_project_id: project, choose } = wish;
  const offered = projects.filter(({ id, status }) => status === 'active' && (fitting?.includes(id) ?? true));
  const none = connections.length === 0;
  return (
    <>
      {(secret === null || fitting !== null) && (
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
        value={wish.provider_connection_id}
        onChange={({ target: { value } }) => choose({ provider_connection_id: value })}
      >
        <option value="">{project === '' && none ? 'Choose the project first' : 'Choose…'}</option>
        <NamedOptions rows={connections} />
      </SelectField>
    </>
  );
}
