import type { AccountBook } from './account-book.js';
import type { Paint } from './paint.js';
import type { Accounts } from './people.js';
import type { Stack } from './stack.js';

/** Addresses and sign-in data, for whoever wants to try the running stack by hand. */
export function signInLines(accounts: Accounts, book: AccountBook, stack: Stack, paint: Paint): string[] {
  const people = [accounts.admin, accounts.developer, accounts.approver].map(
    ({ email, displayName, password }) =>
      `  ${email.padEnd(17)} ${password}  ${book.of(email).totpSecret ?? '-'}  ${paint.dim(displayName)}`,
  );
  return [
    paint.bold('Addresses'),
    `  api ${stack.apiUrl}/api/v1, worker ${stack.workerUrl}, agent ${stack.agentUrl}, kv store ${stack.kvUrl}`,
    `  ${paint.dim('each with /readyz and /metrics; data and logs in .countersign, Ctrl-C ends everything')}`,
    '',
    `${paint.bold('Sign-in')} ${paint.dim('(e-mail, password, TOTP secret; this machine only)')}`,
    ...people,
    '',
  ];
}
