import { ValueFault } from './config.errors.js';

/** Parses any JSON value. @throws ValueFault */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of a SyntaxError quotes the text, so it must not be passed on.
    throw new ValueFault('must be JSON');
  }
}
