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

/** Returns whether a JSON value is an object, neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
