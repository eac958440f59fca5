/** Something that can be done on the page that is open. */
export interface PageAction {
  readonly name: string;
  /** Why it is off now; null where it is not. */
  readonly reason: string | null;
  readonly element: HTMLElement;
}

/** Returns what can be done on the page, as its buttons say it. */
export function pageActions(): readonly PageAction[] {
  return [...document.querySelectorAll<HTMLElement>('#page [data-action]')]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ name: nameOf(element), reason: reasonOf(element), element }));
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent?.trim() ?? '';
}

function reasonOf(element: HTMLElement): string | null {
  if (element.ariaDisabled !== 'true') return null;
  const id = element.getAttribute('aria-describedby');
  return (id === null ? null : document.getElementById(id)?.textContent) ?? 'Currently unavailable.';
}
