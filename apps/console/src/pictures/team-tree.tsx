import { Link } from '@tanstack/react-router';
import { type JSX, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Icon } from '../ui/icons.js';
import { classNames } from '../ui/class-names.js';
import type { TeamRow } from './team-row.js';
import styles from './team-tree.module.css';

/** What is typed within this time is one name. */
const TYPED_WITHIN_MS = 700;

/**
 * The teams as a tree (ARIA): arrows go through it, open and close what lies below, letters find a name, Enter opens a
 * team. Teams that a chosen grant covers are lit.
 */
export function TeamTree({ rows }: { rows: readonly TeamRow[] }): JSX.Element {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const shown = rows.filter(({ above }) => !above.some((id) => closed.has(id)));
  const current = shown.find(({ team }) => team.id === at) ?? shown[0];

  const setOpen = (id: string, open: boolean): void => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const go = (row: TeamRow | undefined): void => {
    if (row === undefined) return;
    setAt(row.team.id);
    tree.current?.querySelector<HTMLElement>(`[data-team="${row.team.id}"]`)?.focus();
  };
  const find = (letter: string, now: number): void => {
    const text = now - typed.current.at < TYPED_WITHIN_MS ? typed.current.text + letter : letter;
    typed.current = { text, at: now };
    const from = shown.indexOf(current!) + (text.length === 1 ? 1 : 0);
    const order = [...shown.slice(from), ...shown.slice(0, from)];
    go(order.find(({ team }) => team.name.toLowerCase().startsWith(text.toLowerCase())));
  };
  const move = (event: KeyboardEvent): void => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = shown.indexOf(current);
    const { team, hasBelow, above } = current;
    const open = hasBelow && !closed.has(team.id);
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(shown[index + 1]),
      ArrowUp: () => go(shown[index - 1]),
      Home: () => go(shown[0]),
      End: () => go(shown.at(-1)),
      ArrowRight: () => (open ? go(shown[index + 1]) : hasBelow && setOpen(team.id, true)),
      ArrowLeft: () => (open ? setOpen(team.id, false) : go(shown.find((row) => row.team.id === above[0]))),
    };
    // A name is typed without moving in between.
    if (keys[event.key] !== undefined) typed.current.text = '';
    const act =
      keys[event.key] ?? (/^\S$/.test(event.key) ? () => find(event.key, event.timeStamp) : undefined);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div ref={tree} role="tree" aria-label="Teams" className={styles.tree} onKeyDown={move}>
      {shown.map((row) => (
        <Item
          key={row.team.id}
          row={row}
          open={!closed.has(row.team.id)}
          current={row === current}
          onFocus={() => setAt(row.team.id)}
          onToggle={(event) => {
            event.preventDefault();
            setOpen(row.team.id, closed.has(row.team.id));
          }}
        />
      ))}
    </div>
  );
}

interface ItemProps {
  readonly row: TeamRow;
  readonly open: boolean;
  readonly current: boolean;
  readonly onFocus: () => void;
  readonly onToggle: (event: MouseEvent) => void;
}

function Item({ row, open, current, onFocus, onToggle }: ItemProps): JSX.Element {
  const { team, level, position, siblings, hasBelow, lit } = row;
  return (
    <Link
      to="/teams/$id"
      params={{ id: team.id }}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasBelow ? open : undefined}
      tabIndex={current ? 0 : -1}
      data-team={team.id}
      className={classNames(styles.item, lit && styles.lit)}
      style={{ paddingInlineStart: `${Math.min(level, 8) * 1.25 - 1}rem` }}
      onFocus={onFocus}
    >
      <span className={styles.toggle} aria-hidden="true" onClick={hasBelow ? onToggle : undefined}>
        {hasBelow && (open ? '▾' : '▸')}
      </span>
      <bdi className={styles.name}>{team.name}</bdi>
      {lit && <Icon name="check" size={14} />}
      <span className={styles.numbers}>{teamSummary(row)}</span>
    </Link>
  );
}

/** Returns the summary of a team that follows its name. */
function teamSummary({ team, projects, grantsHere, inherited, lit }: TeamRow): string {
  return [
    ...(team.status === 'archived' ? ['archived'] : []),
    ...(lit ? ['covered'] : []),
    projects === 1 ? '1 project' : `${projects} projects`,
    grantsHere === 1 ? '1 grant here' : `${grantsHere} grants here`,
    `${inherited} inherited`,
  ].join(' · ');
}
