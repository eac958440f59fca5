const CODE = /^[\w.-]{1,64}$/;

/** Returns the code of a thrown value, else the name of its class. Never its message, into which drivers put values. */
export function errorTypeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'NonError';
  const { code } = thrown as { code?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  const name = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
  return CODE.test(name) ? name : 'Error';
}
