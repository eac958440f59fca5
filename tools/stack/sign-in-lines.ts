import type { AccountBook } from './account-book.js';
import type { Paint } from './paint.js';
import type { Account } from './person.js';
import type { Stack } from './stack.js';

/** Returns the addresses and sign-in data of the running stack. */
export function signInLines(
  people: readonly Account[],
  book: AccountBook,
  stack: Stack,
  paint: Paint,
): string[] {
  return [
    paint.bold('Addresses'),
    `  console ${stack.apiUrl}/ ${paint.dim('(Omar has a request to approve)')}`,
    `  api ${stack.apiUrl}/api/v1, worker ${stack.workerUrl}, agent ${stack.agentUrl}, kv store ${stack.kvUrl}`,
    `  ${paint.dim('each process has /readyz and /metrics; data and logs in .countersign, Ctrl-C ends everything')}`,
    '',
    `${paint.bold('Sign-in')} ${paint.dim('(e-mail, password, link for an authenticator; this machine only)')}`,
    ...people.flatMap(({ email, displayName, password }) => [
      `  ${email.padEnd(17)} ${password}  ${paint.dim(displayName)}`,
      `    ${otpauthLink(email, book.of(email).totpSecret)}`,
    ]),
    '',
  ];
}

/** Returns the link for authenticator apps, in the Key Uri Format. */
function otpauthLink(email: string, secret: string | null): string {
  return secret === null ? '-' : `otpauth://totp/Countersign:${email}?secret=${secret}&issuer=Countersign`;
}
