/** Returns a Markdown table, which prettier formats afterwards. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n');
}

/** Returns a text as code; '' for no text. */
export function code(text: string | null): string {
  return text === null || text === '' ? '' : `\`${text}\``;
}

/** A bar would end the cell, even inside code. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
