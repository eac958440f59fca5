const SEPARATOR = '|';

/**
 * Joins a domain label and its parts with `|` and returns the UTF-8 bytes: HPKE info and additional data (D53).
 * Returns null where two different lists could encode to the same bytes: an empty part, a separator in any part but
 * the last, or a lone surrogate, which UTF-8 would replace.
 */
export function bindingText(label: string, ...parts: string[]): Uint8Array | null {
  const unambiguous = parts.every((part, index) => {
    const isLast = index === parts.length - 1;
    return part !== '' && (isLast || !part.includes(SEPARATOR));
  });
  const text = [label, ...parts].join(SEPARATOR);
  const bytes = Buffer.from(text, 'utf8');
  return unambiguous && bytes.toString('utf8') === text ? bytes : null;
}
