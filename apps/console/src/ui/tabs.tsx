import { Link, type LinkProps } from '@tanstack/react-router';
import type { JSX } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly label: string;
  /** The page with this tab: `linkOptions({ to: '/teams/$id', params: { id }, search: { tab: 'rules' } })`. */
  readonly link: LinkProps;
}

/** The parts of one page, of which the address names one: links, so that back, reload and a shared link find it again. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): JSX.Element {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          className={styles.tab}
          activeOptions={{ includeSearch: true, exact: true }}
          resetScroll={false}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
