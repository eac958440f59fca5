import { errorCode, errorName } from '#libs/tracing';

const MAX_FRAMES = 20;
const OWN_CODE = /^[a-z][a-z0-9_]*$/;
const FRAME =
  /^ {4}at (?:[\w$.<>[\] #]+ \([^\s()]+:\d+:\d+\)|(?:async )?[^\s()]+:\d+:\d+|[\w$.<>[\] #]+ \(<anonymous>\))$/;

interface ErrorFields {
  error_name: string;
  error_code?: string;
  error_message?: string;
  cause_name?: string;
  cause_code?: string;
  stack?: string;
}

/**
 * Returns what may be logged of a thrown value: class name, code and stack frames. The message is left out, because
 * drivers put values into theirs (Postgres: `invalid input syntax for type uuid: "…"`), unless the error is one of our
 * own, which are recognised by code and kind and never contain input.
 */
export function errorFields(thrown: unknown): ErrorFields {
  const fields: ErrorFields = { error_name: errorName(thrown), error_code: errorCode(thrown) };
  if (!(thrown instanceof Error)) return fields;
  if (isOwnError(thrown)) fields.error_message = thrown.message;
  if (thrown.cause instanceof Error) {
    fields.cause_name = errorName(thrown.cause);
    fields.cause_code = errorCode(thrown.cause);
  }
  const stack = framesOf(thrown.stack, thrown.message);
  if (stack !== '') fields.stack = stack;
  return fields;
}

/** Returns the frames of a stack text, without its first lines, which repeat the message. */
export function framesOf(stack: unknown, message = ''): string {
  if (typeof stack !== 'string') return '';
  const at = message === '' ? -1 : stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const frames = rest.split('\n').filter((line) => FRAME.test(line));
  return frames
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
    .join('\n');
}

function isOwnError(error: Error): boolean {
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  return typeof code === 'string' && OWN_CODE.test(code) && typeof kind === 'string';
}
