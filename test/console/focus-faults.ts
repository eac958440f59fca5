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
  const hiddenSides = (element: any): string[] => {
    const distance = parseFloat(getComputedStyle(element).outlineOffset) + 1;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const ring = {
      ...{ left: left - distance, top: top - distance },
      ...{ right: right + distance, bottom: bottom + distance },
    };
    const hidden = new Set<string>();
    if (ring.left < 0) hidden.add('left');
    if (ring.right > innerWidth) hidden.add('right');
    for (
      let each = element.parentElement;
      each !== document.body && each !== null;
      each = each.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible' && ring.left < box.left - 0.5) hidden.add('left');
      if (overflowX !== 'visible' && ring.right > box.right + 0.5) hidden.add('right');
      if (overflowY !== 'visible' && ring.top < box.top - 0.5) hidden.add('top');
      if (overflowY !== 'visible' && ring.bottom > box.bottom + 0.5) hidden.add('bottom');
    }
    return [...hidden];
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

  const seen = new Set<string>();
  for (const control of root.querySelectorAll(CONTROLS)) {
    const kind = `${named(control)} ${named(control.parentElement)}`;
    if (seen.has(kind) || control.tabIndex < 0 || control.disabled || !control.checkVisibility()) continue;
    seen.add(kind);
    control.focus({ focusVisible: true });
    if (document.activeElement !== control) {
      faults.push(`${describe(control)} takes no focus`);
      continue;
    }
    const ring = ringed(control);
    if (ring === null) faults.push(`${describe(control)} shows no focus`);
    const hidden = ring === null ? [] : hiddenSides(ring);
    if (hidden.length > 0)
      faults.push(`${describe(control)} shows its focus not at its ${hidden.join(', ')}`);
    if (isCovered(control)) faults.push(`${describe(control)} is covered when it has the focus`);
    if (saysOutside(control)) faults.push(`${describe(control)} says its reason outside of the window`);
  }
  return faults.slice(0, 12);
}
