import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { connectionsOfQuery, projectsQuery } from '../../api/queries/places.js';
import { REQUEST_SPANS, type RequestFilter } from '../../api/queries/request-filter.js';
import { statusesOf } from '../../api/queries/requests.js';
import { type Chip, FilterChips } from '../../ui/filter-chips.js';
import { keysOf } from '../../ui/keys-of.js';
import { STATUSES, TYPES } from '../../ui/request-labels.js';
import { MultiSelectChip } from '../../ui/multi-select-chip.js';

export interface FiltersProps {
  readonly filter: RequestFilter;
  readonly onChange: (changed: Partial<RequestFilter>) => void;
}

/** The filters of the list of requests; those of a place narrow each other. */
export function Filters({ filter, onChange }: FiltersProps): JSX.Element {
  const { status, ...others } = filter;
  const statuses = (
    <MultiSelectChip
      label="Status"
      choices={keysOf(STATUSES).map((value) => ({ value, label: STATUSES[value].word }))}
      chosen={statusesOf(status) ?? []}
      onChange={(chosen) => onChange({ status: chosen.join(',') || undefined })}
    />
  );
  return (
    <FilterChips
      first={{ chip: statuses, onClear: status === undefined ? undefined : { status: undefined } }}
      chips={[
        {
          name: 'type',
          label: 'Type',
          choices: keysOf(TYPES).map((value) => ({ value, label: TYPES[value] })),
        },
        ...usePlaces(filter),
        ...useRequester(filter),
        {
          name: 'since',
          label: 'Since',
          empty: 'ever',
          choices: keysOf(REQUEST_SPANS).map((value) => ({
            value,
            label: value === '1d' ? 'a day ago' : `${REQUEST_SPANS[value]} days ago`,
          })),
        },
      ]}
      chosen={others}
      onChange={(changed) => onChange(withPlaces(changed as Partial<RequestFilter>))}
    />
  );
}

type Name = Exclude<keyof RequestFilter, 'status'>;

/** Environments and connections are offered within a project; one that the address names has its name anywhere. */
function usePlaces(filter: RequestFilter): Chip<Name>[] {
  const {
    project_id: project = '',
    environment_id: environment,
    provider_connection_id: connection,
  } = filter;
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsOfQuery(project)).data ?? [];
  const connections = useQuery(connectionsOfQuery(project, environment ?? null)).data ?? [];
  const refs = [
    environment && `environment:${environment}`,
    connection && `provider_connection:${connection}`,
  ].map((ref) => ref ?? null);
  const nameOf = useNames(refs);
  const offered = (
    name: Name,
    label: string,
    found: readonly { id: string; name: string }[],
    ref: string | null,
  ): Chip<Name>[] => {
    const chosen = ref?.split(':')[1];
    const known = found.some(({ id }) => id === chosen);
    const named =
      ref === null || chosen === undefined || known ? [] : [{ id: chosen, name: nameOf(ref) ?? '…' }];
    const choices = [...named, ...found].map(({ id: value, name: each }) => ({ value, label: each }));
    return choices.length === 0 ? [] : [{ name, label, choices }];
  };
  return [
    ...offered('project_id', 'Project', projects, null),
    ...offered('environment_id', 'Environment', environments, refs[0]!),
    ...offered('provider_connection_id', 'Connection', connections, refs[1]!),
  ];
}

/** Oneself, and whom the address names. */
function useRequester({ requester_id: requester }: RequestFilter): Chip<Name>[] {
  const { id: me } = useMe();
  const other = requester !== undefined && requester !== me ? requester : null;
  const name = useNames([other && `user:${other}`])(`user:${other}`);
  const others = other === null ? [] : [{ value: other, label: name ?? '…' }];
  return [{ name: 'requester_id', label: 'Requester', choices: [{ value: me, label: 'me' }, ...others] }];
}

/** Another project has other environments and connections. */
function withPlaces(changed: Partial<RequestFilter>): Partial<RequestFilter> {
  if (!('project_id' in changed)) return changed;
  return { environment_id: undefined, provider_connection_id: undefined, ...changed };
}
