import { Document, Scalar, type ToStringOptions, visit } from 'yaml';
import { CONTROL } from './plain-text.js';

/**
 * Returns a YAML document in which control and format characters are escapes (YAML 1.2 §5.7), also those that YAML allows
 * as they are. It holds the same strings, unlike the result of `plainText`.
 */
export function plainYaml(value: unknown, options: ToStringOptions = {}): string {
  const document = new Document(value);
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.search(CONTROL) >= 0)
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // Now they are between double quotes alone.
  return document.toString(options).replace(CONTROL, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
