const ROWS = '#page [data-row-link]';
/** The paths of the list that the person last opened a row of. */
let list: readonly string[] = [];

/** Moves the focus to the next row of the page's lists, or the one before; to the first or last from elsewhere. */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows.at(at === -1 && step === 1 ? 0 : at === -1 ? -1 : Math.max(at + step, 0))?.focus();
}

/** Remembers the list in which a row is opened, for `neighbour`. */
export function rememberList({ target }: Event): void {
  const body = target instanceof Element && target.closest('[data-row-link]')?.closest('tbody');
  if (!body) return;
  list = [...body.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')].map(({ pathname }) => pathname);
}

/** Returns the path beside this page's in the list that one came from; undefined at its end and outside of it. */
export function adjacentPath(path: string, step: 1 | -1): string | undefined {
  const at = list.indexOf(path);
  return at === -1 ? undefined : list[at + step];
}
