import { ApiError } from '#client';

/** Exit codes of all commands; `exec` exits with its child's. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  notExecuted: 7,
  gone: 8,
  notVerified: 9,
  hasChanges: 10,
  timeout: 124,
  /** For `exec`, as in shells. */
  notExecutable: 126,
  commandNotFound: 127,
  interrupted: 130,
} as const;

/** The meaning of each code, for scripts. */
export const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'Done.',
  failed: 'Failed, and trying again may help: the network, 503, or 429 after waiting.',
  usage: 'Used wrongly: an option, an argument, or what the service refuses as malformed (400).',
  notSignedIn:
    'Not signed in, the session is over, or a second factor is required and no prompt is possible.',
  forbidden: 'Not allowed (403).',
  notFound: 'Not found, or the name is ambiguous; the candidates are listed.',
  conflict: 'The state has changed meanwhile (409, 412).',
  notExecuted: 'Rejected, refused, expired, cancelled or failed (`wait`, `exec`).',
  gone: 'Used up or too late (410).',
  notVerified: 'Something is not as it was signed (`audit`), or not what was released (`doctor --console`).',
  hasChanges: 'There are changes (`plan --detailed-exitcode`).',
  timeout: 'Not within the time that was given (`--timeout`, `--at-most`).',
  notExecutable: 'The command of `exec` can’t be run.',
  commandNotFound: '`exec`: command not found.',
  interrupted: 'Interrupted at a prompt.',
};

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a sentence on stderr. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    readonly exit: Exit,
    message: string,
    /** The candidates of an ambiguous name, one per line. */
    readonly lines: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The output of a failed command; one JSON object on stderr with `-o json`. */
export interface Failure {
  readonly error_code: string;
  readonly message: string;
  readonly correlation_id: string | null;
  readonly exit: number;
  readonly lines: readonly string[];
}

const EXIT_OF_STATUS: Readonly<Record<number, Exit>> = {
  400: EXIT.usage,
  401: EXIT.notSignedIn,
  403: EXIT.forbidden,
  404: EXIT.notFound,
  405: EXIT.usage,
  409: EXIT.conflict,
  410: EXIT.gone,
  412: EXIT.conflict,
  413: EXIT.usage,
  422: EXIT.usage,
};
/** Of a certificate that this machine does not trust. */
const CERTIFICATE_FAULT = /^(DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY))/;
/** Of a file that was named on the line, or is this program's own. */
const FILE_FAULT = /^(ENOENT|EACCES|EPERM|EISDIR|ENOTDIR|ELOOP|ENAMETOOLONG)$/;
/** Error codes whose exit code does not follow from the status. */
const EXIT_OF_CODE: Readonly<Record<string, Exit>> = { mfa_enrollment_required: EXIT.notSignedIn };

/** Returns the exit code and message for an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) return failure('', error.message, error.exit, { lines: error.lines });
  if (error instanceof ApiError) {
    const exit = EXIT_OF_CODE[error.code] ?? EXIT_OF_STATUS[error.status] ?? EXIT.failed;
    return failure(error.code, error.message, exit, {
      correlation_id: error.correlationId,
      lines: error.code === 'unauthenticated' ? ['Sign in again: countersign login.'] : detailsOf(error.body),
    });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return failure('timeout', 'The service did not answer in time (--timeout).', EXIT.timeout);
  if (error instanceof TypeError && error.message === 'fetch failed')
    return failure('', `The service did not answer: ${reasonOf(error)}.`, EXIT.failed, {
      lines: [nextOf(error.cause)],
    });
  return failure('', reasonOf(error), FILE_FAULT.test(codeOf(error)) ? EXIT.usage : EXIT.failed);
}

/** Returns whether it may be otherwise in a moment: a failure of the network, or of a service that is unavailable. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  const isNetwork = error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
  return isNetwork && !CERTIFICATE_FAULT.test(codeOf(error.cause));
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns what to try after a call that was not answered. */
function nextOf(cause: unknown): string {
  return CERTIFICATE_FAULT.test(codeOf(cause))
    ? 'If an authority of your own signed its certificate, name it with --ca-file.'
    : 'Is its address right (--server)? countersign doctor checks address, network, proxy and certificate.';
}

function failure(code: string, message: string, exit: number, more: Partial<Failure> = {}): Failure {
  return { error_code: code, message, correlation_id: null, exit, lines: [], ...more };
}

/** Returns `fields` of a validation_failed, or `permission` of a permission_denied. */
function detailsOf(body: unknown): string[] {
  const { fields, permission }: { fields?: unknown; permission?: unknown } =
    typeof body === 'object' && body !== null ? body : {};
  if (typeof permission === 'string' && permission !== '')
    return [
      `The permission is ${permission}.`,
      'An administrator can grant you a role that includes it: countersign role list.',
    ];
  if (!Array.isArray(fields)) return [];
  return (fields as { field?: unknown; message?: unknown }[]).map(
    ({ field, message }) => `${String(field)} ${String(message)}`,
  );
}

/** Returns the reason of an error: of a fetch error its cause, whose own message is "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fault = error.cause instanceof Error ? error.cause : error;
  // OpenSSL's own text is a line of its source code.
  if ('code' in fault && fault.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it does not speak https there';
  return fault instanceof AggregateError ? reasonOf(fault.errors[0]) : fault.message;
}
