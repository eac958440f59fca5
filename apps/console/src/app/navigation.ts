import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '../api/queries/me.js';
import type { IconName } from '../ui/icons.js';

/** An item of the navigation. */
export interface NavigationItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: IconName;
  /** The letter after `g` that leads there. */
  readonly key: string;
  /** Whoever holds none of these does not see it here; its address still answers, and says what is needed. */
  readonly anyOf?: readonly Permission[];
  /** Only where this is switched on. */
  readonly feature?: 'gitops';
}

/** The navigation, group by group. The first four places are the phone's bar. */
export const NAVIGATION: readonly {
  readonly title: string | null;
  readonly areas: readonly NavigationItem[];
}[] = [
  {
    title: null,
    areas: [
      { to: '/', label: 'Home', icon: 'home', key: 'h' },
      { to: '/requests', label: 'Requests', icon: 'requests', key: 'r' },
      { to: '/secrets', label: 'Secrets', icon: 'secrets', key: 's' },
      { to: '/projects', label: 'Projects', icon: 'projects', key: 'p' },
      { to: '/inbox', label: 'Inbox', icon: 'open', key: 'i', anyOf: ['secret.value.provide'] },
    ],
  },
  {
    title: 'Govern',
    areas: [
      {
        to: '/policies',
        label: 'Policies',
        icon: 'policies',
        key: 'o',
        anyOf: ['policy.edit', 'policy.author'],
      },
      {
        to: '/workflows',
        label: 'Workflows',
        icon: 'gitops',
        key: 'w',
        anyOf: ['workflow.edit', 'policy.edit', 'policy.author'],
      },
      { to: '/audit', label: 'Audit', icon: 'audit', key: 'a', anyOf: ['audit.read'] },
    ],
  },
  {
    title: 'Run',
    areas: [
      {
        to: '/connections',
        label: 'Connections',
        icon: 'connections',
        key: 'c',
        anyOf: ['integration.edit'],
      },
      {
        to: '/fleet',
        label: 'Fleet',
        icon: 'fleet',
        key: 'f',
        anyOf: ['agent.list', 'agent.revoke', 'integration.edit'],
      },
      {
        to: '/gitops',
        label: 'GitOps',
        icon: 'gitops',
        key: 'd',
        anyOf: ['integration.edit'],
        feature: 'gitops',
      },
    ],
  },
  {
    title: 'Organise',
    areas: [
      { to: '/teams', label: 'Teams', icon: 'teams', key: 't' },
      { to: '/people', label: 'People', icon: 'people', key: 'e', anyOf: ['user_role.edit'] },
      { to: '/workloads', label: 'Workloads', icon: 'fleet', key: 'k', anyOf: ['user_role.edit'] },
      {
        to: '/roles',
        label: 'Roles',
        icon: 'roles',
        key: 'l',
        anyOf: ['role.edit', 'user_role.edit', 'audit.read'],
      },
      {
        to: '/grants',
        label: 'Grants',
        icon: 'check',
        key: 'g',
        anyOf: ['role.edit', 'user_role.edit', 'audit.read'],
      },
      { to: '/settings', label: 'Settings', icon: 'settings', key: ',', anyOf: ['policy.edit'] },
    ],
  },
];
