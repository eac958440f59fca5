import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { observable } from '../api/observable.js';
import styles from './page.module.css';
import { useObservable } from './use-observable.js';

/** What the tab's title begins with, as in "(3) Home": how many requests wait for the person. */
export const countInTitle = observable(0);

export interface PageProps {
  /** The `<h1>`: it gets the focus when one comes here from another page. */
  readonly title: ReactNode;
  /** For the browser's tab, where the title is no plain text. */
  readonly name?: string;
  /** What stands at the right of the title. */
  readonly actions?: ReactNode;
  /** Text for reading is narrow, tables are wide. */
  readonly width?: 'narrow' | 'wide';
  readonly children: ReactNode;
}

/** The frame of every page. */
export function Page({ title, name, actions, width = 'wide', children }: PageProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const tab = name ?? (typeof title === 'string' ? title : 'Countersign');
  const count = useObservable(countInTitle);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${tab} · Countersign`;
  }, [tab, count]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
