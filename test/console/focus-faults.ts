/**
 * Runs in the page, one control of each kind after the other getting the focus.
 *
 * @returns which of them show no ring around themselves or their frame, or only a part of it; which stay hidden below what
 *   doesn't scroll (WCAG 2.4.11); and which say their reason outside of the window
 */
export function focusFaults(): string[] {
  const { document, innerWidth, getComputedStyle } = globalThis as any;
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const faults: string[] = [];
  const root = document.querySelector('[role=dialog], dialog[open]') ?? document.body;
  const named = (element: any): string => `<${element.localName} class="${element.className}">`;
  const describe = (element: any): string =>
    `${named(element)} ${JSON.stringify((element.textContent || element.name || '').trim().slice(0, 40))}`;
  const canvas = getComputedStyle(document.documentElement).backgroundColor;

  /** The control, or the row or chip that shows the focus in its stead. */
  const ringed = (control: any): any => {
    for (let each = control, steps = 0; each !== null && steps < 4; each = each.parentElement, steps++) {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && outlineColor !== canvas) return each;
    }
    return null;
  };
  /** Whether a pixel of the ring is cut off at one of its sides: by the window, or by what scrolls or clips. */
  const isCut = (element: any): boolean => {
    const distance = parseFloat(getComputedStyle(element).outlineOffset) + 1;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < distance || right + distance > innerWidth) return true;
    for (
      let each = element.parentElement;
      each !== null && each !== document.body;
      each = each.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      const wide = Math.max(box.left - left, right - box.right) + distance;
      const high = Math.max(box.top - top, bottom - box.bottom) + distance;
      if ((overflowX !== 'visible' && wide > 0.5) || (overflowY !== 'visible' && high > 0.5)) return true;
    }
    return false;
  };
  const isCovered = (control: any): boolean => {
    const points = [...control.getClientRects()].flatMap(({ left, top, width, height }: any) =>
      [0.1, 0.5, 0.9].map((part) => [left + width * part, top + height * part]),
    );
    return !points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (hit.contains(control) || control.contains(hit));
    });
  };
  const saysOutside = (control: any): boolean => {
    const reason = control.parentElement.querySelector('[role=tooltip]');
    if (!reason?.checkVisibility({ visibilityProperty: true })) return false;
    const { left, right } = reason.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  };

  const look = (control: any): void => {
    // What has the focus since another window size does not scroll into view again.
    control.blur();
    control.focus({ focusVisible: true });
    if (document.activeElement !== control) return void faults.push(`${describe(control)} takes no focus`);
    const ring = ringed(control);
    if (ring === null) faults.push(`${describe(control)} shows no focus`);
    else if (isCut(ring)) faults.push(`${describe(control)} shows a part of its focus alone`);
    if (isCovered(control)) faults.push(`${describe(control)} is covered when it has the focus`);
    if (saysOutside(control)) faults.push(`${describe(control)} says its reason outside of the window`);
  };
  const kinds = new Set<string>();
  for (const control of root.querySelectorAll(CONTROLS)) {
    const kind = `${named(control)} ${named(control.parentElement)}`;
    if (kinds.has(kind) || control.matches(':disabled, [tabindex="-1"]') || !control.checkVisibility())
      continue;
    kinds.add(kind);
    look(control);
  }
  return faults.slice(0, 12);
}
