import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A desktop's keychain: `secret-tool` in front of a search path, with a file for each secret. */
export class KeychainTool {
  readonly #folder: string;

  /** @param home where it is installed @param first what it does before anything else */
  constructor(home: string, first = ':') {
    this.#folder = join(home, 'keychain');
    mkdirSync(join(this.#folder, 'bin'), { recursive: true });
    mkdirSync(join(this.#folder, 'secrets'));
    const script = `#!/bin/sh
${first}
for last; do :; done
file='${join(this.#folder, 'secrets')}'/"$last"
case "$1" in store) cat >"$file" ;; lookup) cat "$file" ;; clear) rm -f "$file" ;; esac
`;
    writeFileSync(join(this.#folder, 'bin/secret-tool'), script, { mode: 0o755 });
  }

  /** The environment of a program that finds it. */
  get env(): { PATH: string } {
    return { PATH: `${join(this.#folder, 'bin')}:${process.env.PATH}` };
  }

  /** The names under which it has secrets. */
  get names(): string[] {
    return readdirSync(join(this.#folder, 'secrets'));
  }
}
