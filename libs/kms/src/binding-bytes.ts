/**
 * Encodes a domain label and a map unambiguously: each text is preceded by its length (4 bytes, big-endian), members
 * are sorted by name.
 *
 * @throws TypeError for a lone surrogate, which UTF-8 would replace, making two maps equal
 */
export function bindingBytes(label: string, members: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(members).sort();
  const texts = [label, ...names.flatMap((name) => [name, members[name] ?? ''])];
  return Buffer.concat(texts.flatMap((text) => withLength(text)));
}

function withLength(text: string): Buffer[] {
  const bytes = requireUnicode(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}

/** Returns the text as UTF-8. @throws TypeError for a lone surrogate */
export function requireUnicode(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.toString('utf8') !== text) throw new TypeError('A binding holds text that is not valid Unicode.');
  return bytes;
}
