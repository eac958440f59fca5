import { useQuery } from '@tanstack/react-query';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { hasPermission, useMe } from '../api/queries/me.js';
import { myProjectsQuery } from '../api/queries/places.js';
import { secretSearchQuery } from '../api/queries/secrets.js';
import { idOf } from '../app/search.js';
import { useNavigation } from '../app/use-navigation.js';
import { shortRef } from '../ui/short-ref.js';
import { useDebounced } from '../ui/use-debounced.js';
import type { PageAction } from './page-actions.js';

/** Where the palette leads: to another page, or to a button of this one. */
export interface PaletteItem {
  readonly group: string;
  readonly name: string;
  /** Why it is off now. */
  readonly reason?: string | null;
  readonly to: LinkProps | HTMLElement;
}

/** Choices of each group. */
const MOST = 8;
/** Shorter parts say nothing of a secret. */
const SHORTEST = 2;

/** Returns what fits to what is typed, group by group. @param actions those of the page */
export function usePaletteItems(typed: string, actions: readonly PageAction[]): readonly PaletteItem[] {
  const pages = usePages();
  const projects = useQuery(myProjectsQuery).data ?? [];
  const part = useDebounced(typed);
  const search = useQuery({ ...secretSearchQuery(part), enabled: part.length >= SHORTEST });
  const secrets = typed.length >= SHORTEST ? (search.data ?? []) : [];
  const id = idOf(typed);
  const fitting = (choices: readonly PaletteItem[]): readonly PaletteItem[] =>
    choices.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, MOST);
  return [
    ...(id === undefined ? [] : [requestChoice(id)]),
    ...fitting(
      actions.map(({ name, reason, element }) => ({ group: 'On this page', name, reason, to: element })),
    ),
    ...fitting(pages),
    ...fitting(
      projects.map((project) => {
        const to = linkOptions({ to: '/projects/$id', params: { id: project.id } });
        return { group: 'Your projects', name: project.name, to };
      }),
    ),
    ...secrets.slice(0, MOST).map((secret) => {
      const to = linkOptions({ to: '/secrets/$id', params: { id: secret.id } });
      return { group: 'Secrets', name: shortRef(secret.ref), to };
    }),
  ];
}

function requestChoice(id: string): PaletteItem {
  const to = linkOptions({ to: '/requests/$id', params: { id } });
  return { group: 'Requests', name: `The request …${id.slice(-8)}`, to };
}

function usePages(): readonly PaletteItem[] {
  const areas = useNavigation().flatMap((group) => group.areas);
  const asking = { to: '/requests/new', label: 'Request access' } as const;
  const own = { to: '/me', label: 'Your account' } as const;
  const all = [...areas, ...(hasPermission(useMe(), 'secret.request') ? [asking] : []), own];
  return all.map(({ to, label }) => ({ group: 'Pages', name: label, to: { to } }));
}
