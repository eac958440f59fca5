const NAME = /^[A-Za-z][\w.]{0,63}$/;
const CODE = /^[\w.-]{1,64}$/;

/**
 * Returns the code of a thrown value, else the name of its class, which says more than a code that is a number. Never its
 * message, into which drivers put values.
 */
export function errorTypeOf(thrown: unknown): string {
  return (typeof codeOf(thrown) === 'number' ? undefined : errorCode(thrown)) ?? errorName(thrown);
}

/** Returns the name of a thrown value's class: 'NonError' for what is no error, 'Error' for a name of unexpected form. */
export function errorName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'NonError';
  const name: unknown = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
  return typeof name === 'string' && NAME.test(name) ? name : 'Error';
}

/** Returns an error's code, such as an SQLSTATE; undefined if it has none, or one of unexpected form. */
export function errorCode(thrown: unknown): string | undefined {
  const code = codeOf(thrown);
  const text = typeof code === 'number' ? String(code) : code;
  return typeof text === 'string' && CODE.test(text) ? text : undefined;
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? (thrown as { code?: unknown }).code : undefined;
}
