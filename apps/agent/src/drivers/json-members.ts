/**
 * Returns the members of a JSON object with the original text of each value. JSON.parse would round numbers beyond 2^53 and
 * reformat others; a store's values must be read, and written back, unchanged.
 * @param text a JSON object that JSON.parse accepts; the last of several members with the same name counts
 */
export function jsonMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    members.set(name, text.slice(valueStart, valueEnd));
    const comma = skipSpace(text, valueEnd);
    at = skipSpace(text, comma + 1);
  }
  return members;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
  return at;
}

/** Returns the index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] === '{' || text[start] === '[') return endOfNesting(text, start);
  let at = start;
  while (at < text.length && !',}] \t\n\r'.includes(text[at]!)) at += 1;
  return at;
}

function endOfNesting(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const character = text[at]!;
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? endOfString(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}
