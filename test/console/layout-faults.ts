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

  const leaves = (line: any, bounds: any) => ({
    wide: Math.max(line.right - bounds.right, bounds.left - line.left) > ROUNDING,
    high: Math.max(line.bottom - bounds.bottom, bounds.top - line.top) > 2 * ROUNDING,
  });
  const SCROLLS = ['auto', 'scroll'];

  /** Whether a line of text has been followed far enough: to a box that scrolls, or to one that it leaves. */
  const isFollowed = (each: any, text: string, line: any): boolean => {
    const { display, overflowX, overflowY } = styleOf(each);
    if (display === 'inline' || display === 'contents') return false;
    const { wide, high } = leaves(line, each.getBoundingClientRect());
    if (SCROLLS.includes(overflowX) || (high && SCROLLS.includes(overflowY))) return true;
    const isOutside = wide || high;
    if (isOutside && (overflowX !== 'hidden' || !isSaidElsewhere(each, text)))
      faults.add(`${quoted(text)} is outside of ${named(each)}`);
    return isOutside;
  };
  /** Looks whether a line of text stays in every box around it. */
  const checkText = (parent: any, text: string, line: any): void => {
    for (const each of above(parent)) {
      if (isFollowed(each, text, line)) return;
      if (['absolute', 'fixed'].includes(styleOf(each).position)) break;
    }
    if (leaves(line, { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity }).wide)
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
  const isLarge = ({ width, height }: any): boolean => width >= SMALLEST && height >= SMALLEST - 0.5;
  const showControl = (control: any): void => {
    const isInline = styleOf(control).display === 'inline';
    for (const box of isInline ? control.getClientRects() : [control.getBoundingClientRect()])
      show(control, box, null);
    const targets = [control, ...(control.labels ?? [])].map((each: any) => each.getBoundingClientRect());
    // A link in a sentence is as high as its line; the link of a row is as large as the row.
    if (!isInline && !targets.some(isLarge))
      faults.add(`${named(control)} ${quoted(control.textContent)} is smaller than ${SMALLEST} px`);
  };
  const range = document.createRange();
  const showText = (node: any): void => {
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest('option, script, style, title, svg, textarea')) return;
    if (!isShown(parent)) return;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      checkText(parent, node.data, line);
      if (parent.closest(CONTROLS) === null) show(parent, line, node.data);
    }
  };
  /** The least that two boxes have in common in both directions, in pixels. */
  const overlap = (one: any, other: any): number =>
    Math.min(
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    );
  const compare = (one: any, other: any): void => {
    if (one.layer !== other.layer || one.element === other.element) return;
    const isInside = one.element.contains(other.element) || other.element.contains(one.element);
    const [areTexts, areControls] = [
      [one, other].every(({ text }) => text !== null),
      [one, other].every(({ text }) => text === null),
    ];
    if (isInside && !areTexts) return;
    // Lines of text are higher than their letters.
    if (overlap(one.box, other.box) <= (areControls ? 1 : 5)) return;
    const both = [one, other].map(
      ({ element, text }) => `${named(element)} ${quoted(text ?? element.textContent)}`,
    );
    faults.add(`${both.join(' and ')} overlap`);
  };

  for (const control of root.querySelectorAll(CONTROLS)) if (isShown(control)) showControl(control);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) showText(walker.currentNode);
  shown.sort((one, other) => one.box.top - other.box.top);
  shown.forEach((one, index) => {
    for (const other of shown.slice(index + 1)) {
      if (other.box.top >= one.box.bottom) break;
      compare(one, other);
    }
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth - clientWidth} px too wide`);
  return [...faults].slice(0, 12);
}
