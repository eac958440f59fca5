import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { type AuditFilter, defaultSpan, type Span, SPANS } from '../../api/queries/audit-filter.js';
import { useNames } from '../../api/queries/names.js';
import { projectsQuery } from '../../api/queries/places.js';
import { ACTIONS } from '../../ui/audit-labels.js';
import { type Chip, FilterChips } from '../../ui/filter-chips.js';
import { keysOf } from '../../ui/keys-of.js';
import { ActorFilter } from './actor-filter.js';
import { RangeFields } from './range-fields.js';

const SPAN_WORDS: Readonly<Record<Span, string>> = {
  '15m': 'last 15 minutes',
  '1h': 'last hour',
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  all: 'ever',
  range: 'from … until …',
};
const STATUSES = { success: 'succeeded', denied: 'refused', failure: 'failed' } as const;
const DAY_MS = 86_400_000;

export interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (changed: Partial<AuditFilter>) => void;
}

/** What the log is narrowed to; the ends of a range below, once one is chosen. */
export function Filters({ filter, onChange }: FiltersProps): JSX.Element {
  const { actor, since, from, until } = filter;
  return (
    <>
      <FilterChips
        first={{
          chip: <ActorFilter actor={actor} onChange={(next) => onChange({ actor: next })} />,
          onClear: actor === undefined ? undefined : { actor: undefined },
        }}
        chips={useChips(filter)}
        chosen={{ ...filter, since: since === defaultSpan(filter) ? undefined : since }}
        onChange={(changed) => onChange(withRange(changed as Partial<AuditFilter>))}
      />
      {since === 'range' && <RangeFields {...{ from, until, onChange }} />}
    </>
  );
}

/** A range begins a day ago until another one is typed; any other span has no ends of its own. */
function withRange(changed: Partial<AuditFilter>): Partial<AuditFilter> {
  if (!('since' in changed)) return changed;
  const from = changed.since === 'range' ? new Date(Date.now() - DAY_MS).toISOString() : undefined;
  return { ...changed, from, until: undefined };
}

/** The chips; without that of the action where only what requires attention is shown. */
function useChips(filter: AuditFilter): readonly Chip<keyof AuditFilter>[] {
  const { resource, action, correlation_id: chain, request_id: request, project_id: project } = filter;
  const usual = defaultSpan(filter);
  const projects = useQuery(projectsQuery).data ?? [];
  const nameOf = useNames([resource ?? null, project === undefined ? null : `project:${project}`]);
  const groups = [...new Set(keysOf(ACTIONS).flatMap((name) => name.match(/^[a-z_]+(?=\.)/) ?? []))];
  const actions = [...groups.map((group) => `${group}.*`), ...keysOf(ACTIONS), action];
  const known = projects.map(({ id, name }) => ({ value: id, label: name }));
  const unknown = project === undefined || projects.some(({ id }) => id === project) ? undefined : project;
  return [
    {
      name: 'since',
      label: 'When',
      empty: SPAN_WORDS[usual],
      choices: keysOf(SPANS).flatMap((span) => choice(span === usual ? undefined : span, SPAN_WORDS[span])),
    },
    ...(filter.view === undefined
      ? [
          {
            name: 'action' as const,
            label: 'Action',
            choices: [...new Set(actions)].flatMap((name) => choice(name, name)),
          },
        ]
      : []),
    {
      name: 'status',
      label: 'Outcome',
      choices: keysOf(STATUSES).flatMap((name) => choice(name, STATUSES[name])),
    },
    {
      name: 'project_id',
      label: 'Project',
      choices: [...choice(unknown, nameOf(`project:${unknown}`)), ...known],
    },
    ...fixed('request_id', 'Request', request, undefined),
    ...fixed('resource', 'Of', resource, nameOf(resource ?? '') ?? resource),
    ...fixed('correlation_id', 'Chain', chain, undefined),
  ];
}

/** One option, or none without a value. @param label undefined for a value without a name: its end stands for it */
function choice(value: string | undefined, label: string | undefined): { value: string; label: string }[] {
  return value === undefined ? [] : [{ value, label: label ?? `…${value.slice(-6)}` }];
}

/** A chip of what links alone choose; none while nothing is chosen. */
function fixed(
  name: keyof AuditFilter,
  label: string,
  value: string | undefined,
  word: string | undefined,
): Chip<keyof AuditFilter>[] {
  return value === undefined ? [] : [{ name, label, choices: choice(value, word) }];
}
