import { fileName, valueName } from './value-names.js';

/** Returns what the form's ValueInputs hold, in base64 by key; a chosen file goes before typed text. */
export async function typedValues(keys: readonly string[], data: FormData): Promise<Record<string, string>> {
  const values = await Promise.all(keys.map(async (key) => [key, base64Of(await bytesOf(data, key))]));
  return Object.fromEntries(values) as Record<string, string>;
}

async function bytesOf(data: FormData, key: string): Promise<Uint8Array> {
  const file = data.get(fileName(key));
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  const typed = data.get(valueName(key));
  // Forms send lines with CR LF; what was typed has LF.
  return new TextEncoder().encode(typeof typed === 'string' ? typed.replaceAll('\r\n', '\n') : '');
}

function base64Of(bytes: Uint8Array): string {
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}
