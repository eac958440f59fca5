/**
 * Runs in the page.
 *
 * @returns what is cut off, what runs out of its box or its window, what overlaps, and what is too small to be hit
 *   (WCAG 2.5.8), in this window as it is now
 */
export function layoutFaults(): string[] {
  const { document, innerWidth, getComputedStyle, NodeFilter } = globalThis as any;
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option]';
  const [SMALLEST, ROUNDING] = [24, 1.5];
  const faults = new Set<string>();
  const root = document.querySelector('[role=dialog], dialog[open]') ?? document.body;
  const styles = new Map<any, any>();
  const styleOf = (element: any): any => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const above = (element: any): any[] => {
    const list = [];
    for (let each = element; each !== null && each !== document.documentElement; each = each.parentElement)
      list.push(each);
    return list;
  };
  const isShown = (element: any): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // For screen readers alone.
    !above(element).some((each) => styleOf(each).clipPath === 'inset(50%)');
  const named = (element: any): string =>
    `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;
  const quoted = (text: string): string => JSON.stringify(text.trim().slice(0, 40));

  /** What of a box no ancestor that scrolls or clips hides; null for nothing. */
  const visiblePart = (element: any, { left, top, right, bottom }: any): any => {
    const part = { left, top, right, bottom };
    for (const each of above(element).slice(1)) {
      const { overflowX, overflowY } = styleOf(each);
      const bounds = each.getBoundingClientRect();
      if (overflowX !== 'visible') {
        part.left = Math.max(part.left, bounds.left);
        part.right = Math.min(part.right, bounds.right);
      }
      if (overflowY !== 'visible') {
        part.top = Math.max(part.top, bounds.top);
        part.bottom = Math.min(part.bottom, bounds.bottom);
      }
    }
    return part.right - part.left > 1 && part.bottom - part.top > 1 ? part : null;
  };

  /** What ends with an ellipsis must be whole somewhere else. */
  const isSaidElsewhere = (element: any, text: string): boolean =>
    element.closest('[title]') !== null || document.body.textContent.split(text).length > 2;

  /** Looks whether a line of text stays in every box around it. */
  const checkText = (parent: any, text: string, line: any): void => {
    for (const each of above(parent)) {
      const { display, overflowX, overflowY, position } = styleOf(each);
      const bounds = each.getBoundingClientRect();
      if (display !== 'inline' && display !== 'contents') {
        const wide = line.right > bounds.right + ROUNDING || line.left < bounds.left - ROUNDING;
        const high = line.bottom > bounds.bottom + 3 || line.top < bounds.top - 3;
        const scrolls = (way: string): boolean => way === 'auto' || way === 'scroll';
        // It is reached by scrolling.
        if (scrolls(overflowX) || (high && scrolls(overflowY))) return;
        if ((wide || high) && !(overflowX === 'hidden' && isSaidElsewhere(each, text)))
          faults.add(`${quoted(text)} is outside of ${named(each)}`);
        if (wide || high) return;
      }
      if (position === 'absolute' || position === 'fixed') break;
    }
    if (line.right > innerWidth + ROUNDING || line.left < -ROUNDING)
      faults.add(`${quoted(text)} is outside of the window`);
  };

  /** What stays where it is while others scroll, and what is above the page, may cover others. */
  const layerOf = (element: any): any =>
    above(element).find((each) => ['fixed', 'sticky'].includes(styleOf(each).position)) ?? null;

  const shown: { element: any; box: any; layer: any; text: string | null }[] = [];
  const show = (element: any, box: any, text: string | null): void => {
    const part = visiblePart(element, box);
    if (part) shown.push({ element, box: part, layer: layerOf(element), text });
  };
  for (const control of root.querySelectorAll(CONTROLS)) {
    if (!isShown(control)) continue;
    const isInline = styleOf(control).display === 'inline';
    for (const box of isInline ? control.getClientRects() : [control.getBoundingClientRect()])
      show(control, box, null);
    // A link in a sentence is as high as its line; the link of a row is as large as the row.
    if (isInline) continue;
    const targets = [control, ...(control.labels ?? [])].map((each: any) => each.getBoundingClientRect());
    if (!targets.some(({ width, height }: any) => width >= SMALLEST && height >= SMALLEST - 0.5))
      faults.add(`${named(control)} ${quoted(control.textContent)} is smaller than ${SMALLEST} px`);
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest('option, script, style, title, svg, textarea')) continue;
    if (!isShown(parent)) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      checkText(parent, node.data, line);
      if (parent.closest(CONTROLS) === null) show(parent, line, node.data);
    }
  }

  shown.sort((one, other) => one.box.top - other.box.top);
  shown.forEach((one, index) => {
    for (const other of shown.slice(index + 1)) {
      if (other.box.top >= one.box.bottom) break;
      if (one.layer !== other.layer || one.element === other.element) continue;
      const isInside = one.element.contains(other.element) || other.element.contains(one.element);
      if (isInside && (one.text === null || other.text === null)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Lines of text are higher than their letters.
      const allowed = one.text === null && other.text === null ? 1 : 5;
      if (wide > 2 && high > allowed)
        faults.add(
          [one, other]
            .map(({ element, text }) => `${named(element)} ${quoted(text ?? element.textContent)}`)
            .join(' and ') + ' overlap',
        );
    }
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth - clientWidth} px too wide`);
  return [...faults].slice(0, 12);
}
