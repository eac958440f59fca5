/** Returns a table in Markdown; prettier lays it out afterwards. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n');
}

/** Returns a text as code; nothing for no text. */
export function code(text: string | null): string {
  return text === null || text === '' ? '' : `\`${text}\``;
}

/** A bar would end the cell, inside of code too. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
