import { CliError, EXIT } from '../exit.js';
import { configFile } from './folders.js';
import { readPrivateJson, writePrivate } from './private-file.js';

export interface Profile {
  /** `https://countersign.example.com`, without a path. */
  readonly server: string;
  /** Where its token is stored. */
  readonly store: 'keychain' | 'file';
}

interface Config {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

export class Profiles {
  #config: Config;

  constructor(private readonly file = configFile()) {
    this.#config = readPrivateJson<Config>(file) ?? { current: 'default', profiles: {} };
  }

  get current(): string {
    return this.#config.current;
  }

  all(): readonly (readonly [string, Profile])[] {
    return Object.entries(this.#config.profiles);
  }

  find(name: string): Profile | undefined {
    return Object.hasOwn(this.#config.profiles, name) ? this.#config.profiles[name] : undefined;
  }

  /** Adds or replaces a profile and makes it the current one. @param name of `profileName` */
  set(name: string, profile: Profile): void {
    this.#write({ current: name, profiles: { ...this.#config.profiles, [name]: profile } });
  }

  /** @throws CliError (not found) */
  use(name: string): void {
    if (!this.find(name)) throw new CliError(EXIT.notFound, `There is no profile ${name}.`);
    this.#write({ ...this.#config, current: name });
  }

  remove(name: string): void {
    const { [name]: _removed, ...profiles } = this.#config.profiles;
    const current = this.current === name ? (Object.keys(profiles)[0] ?? 'default') : this.current;
    this.#write({ current, profiles });
  }

  #write(config: Config): void {
    writePrivate(this.file, `${JSON.stringify(config, null, 2)}\n`);
    this.#config = config;
  }
}

/** Returns the origin of a service. @throws CliError (usage) for an invalid URL, or http to another machine */
export function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CliError(
      EXIT.usage,
      `${text} is not the address of a service, as in https://countersign.example.com`,
    );
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !local)
    throw new CliError(EXIT.usage, `${url.origin} would carry tokens in the clear: use https.`);
  return url.origin;
}

/** Returns the name of a profile, which names a file and is part of a command. @throws CliError (usage) for an invalid one */
export function profileName(text: string): string {
  if (NAME.test(text)) return text;
  throw new CliError(EXIT.usage, 'A profile is named by letters, digits, dots and dashes.');
}
