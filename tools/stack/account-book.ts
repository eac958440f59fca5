import { join } from 'node:path';
import { PrivateFile } from './private-file.js';

/** What is remembered of a person's sign-in between starts. */
export interface AccountMemory {
  /** Base32; null before the first enrollment. */
  readonly totpSecret: string | null;
  /** The last 30-second step whose code was used: a code counts once (D23). */
  readonly lastStep: number;
  readonly token: string | null;
}

const NOTHING: AccountMemory = { totpSecret: null, lastStep: 0, token: null };

/** Remembers second factors and sessions in a file of its own, readable by its owner alone. */
export class AccountBook {
  readonly #file: PrivateFile<Record<string, AccountMemory>>;

  constructor(folder: string) {
    this.#file = new PrivateFile(join(folder, 'accounts.json'));
  }

  of(email: string): AccountMemory {
    return this.#file.read()?.[email] ?? NOTHING;
  }

  remember(email: string, changes: Partial<AccountMemory>): void {
    const all = this.#file.read() ?? {};
    this.#file.write({ ...all, [email]: { ...NOTHING, ...all[email], ...changes } });
  }
}
