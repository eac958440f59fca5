import { ApiError, type Client } from '#client';
import { transport } from '../api/transport.js';
import type { Cli } from '../cli.js';
import { byName } from '../find/by-name.js';
import { UUID } from '../find/uuid.js';
import { Keychain } from '../session/keychain.js';
import { StoredSession } from '../session/session.js';
import { COMMANDS_WITH_KEYS, type Kind, KINDS_OF_PROJECTS, type ListedKind } from './kinds.js';
import { type Name, NamesCache } from './names-cache.js';
import { readNames } from './read-names.js';

/** Somebody waits at a prompt. */
const MAX_KEYCHAIN_MS = 1_000;
const [SIGNED_OUT, NOT_YOURS] = [401, 403];
const LAST = '@last';
/** An id or the beginning of one, a link, or the last one. */
const REQUEST = /^([0-9a-f]{8}[0-9a-f-]*|https?:.*\/requests\/.*|@last)$/;

/**
 * Names for completion: kept for a minute, and used longer while the service does not answer. Nothing prompts, except that
 * a locked keychain may show its own dialog. With a token of a file or a variable, which can be anybody's, nothing is kept.
 */
export class CompletedNames {
  readonly #signal: AbortSignal;
  readonly #given: string | undefined;
  readonly #cache: NamesCache | null;

  /**
   * @param cli whose timeout is that of all calls together
   * @param serverIsTyped whether the server is a word of the line, which nobody has confirmed with Enter yet
   */
  constructor(
    private readonly cli: Cli,
    private readonly serverIsTyped: boolean,
  ) {
    this.#signal = AbortSignal.timeout(cli.timeoutMs);
    this.#given = cli.givenToken();
    this.#cache = this.#given === undefined ? new NamesCache(cli.profileName, cli.server) : null;
  }

  /**
   * Returns the names of a kind; none for somebody who is signed out.
   * @param words of the line before the one to be completed, without the program's name
   * @param project by name or id: names of that project alone
   * @throws CliError (not found) for another project
   */
  async of(kind: Kind, words: readonly string[], project: string | null): Promise<readonly Name[]> {
    if (kind === 'profile')
      return this.cli.profiles.all().map(([name, { server }]) => ({ id: name, name, about: server }));
    if (kind === 'key') return this.#keys(words, project);
    return kind === 'request' ? this.#requests() : this.#named(kind, project);
  }

  async #named(kind: ListedKind, project: string | null): Promise<readonly Name[]> {
    if (project === null || !KINDS_OF_PROJECTS.includes(kind)) return this.#list(kind, null);
    const id = UUID.test(project)
      ? project
      : byName(await this.#list('project', null), project, 'project').id;
    return this.#list(kind, id);
  }

  /** Returns `@last`, where a request was submitted with this profile, and the newest requests. */
  async #requests(): Promise<readonly Name[]> {
    const requests = await this.#list('request', null);
    const id = this.cli.session.state.last_request;
    if (id === undefined) return requests;
    return [{ ...(requests.find((request) => request.id === id) ?? { id }), name: LAST }, ...requests];
  }

  /** Returns the keys of the request, or else of the secret, that a word of the line names. */
  async #keys(words: readonly string[], project: string | null): Promise<readonly Name[]> {
    if (!words.some((word) => COMMANDS_WITH_KEYS.includes(word))) return [];
    const given = words.map(withoutOption);
    const request = given.find((word) => REQUEST.test(word));
    const named =
      request === undefined
        ? (await this.#named('secret', project)).find(({ name }) => given.includes(name))
        : (await this.#requests()).find(({ name }) => request.includes(name) || name.startsWith(request));
    return (named?.keys ?? []).map((key) => ({ id: key, name: key }));
  }

  async #list(kind: ListedKind, projectId: string | null): Promise<readonly Name[]> {
    const list = projectId === null ? kind : `${kind} ${projectId}`;
    const kept = this.#cache?.read(list);
    if (kept?.isFresh === true) return kept.names;
    const token = this.#token();
    if (token === null) return [];
    try {
      const names = await this.#read(token, kind, projectId);
      this.#cache?.write(list, names);
      return names;
    } catch (error) {
      return this.#afterFailure(error, kept?.names);
    }
  }

  /** What was read with a session that is over is nobody's any more. */
  #afterFailure(error: unknown, kept: readonly Name[] = []): readonly Name[] {
    if (!isStatus(error, SIGNED_OUT)) return kept;
    this.#cache?.drop();
    return [];
  }

  async #read(token: string, kind: ListedKind, projectId: string | null): Promise<readonly Name[]> {
    try {
      return await readNames(this.#connect(token), kind, projectId);
    } catch (error) {
      if (isStatus(error, NOT_YOURS)) return [];
      throw error;
    }
  }

  /** A given token belongs to no server, so that a mistyped one would receive it: with a typed server it is not sent. */
  #token(): string | null {
    if (this.#given === undefined) return this.#storedToken();
    return this.serverIsTyped ? null : this.#given;
  }

  /** Unlike that of a command it waits for a keychain only briefly. */
  #storedToken(): string | null {
    const { profile, profileName, server } = this.cli;
    if (profile?.server !== server) return null;
    return new StoredSession(profileName, new Keychain(MAX_KEYCHAIN_MS)).token(profile.store);
  }

  /** Without a step-up; a wait that the service asks for ends with the time for all calls. */
  #connect(token: string): Client {
    const { caFile, timeoutMs, terminal } = this.cli;
    const send = transport({ caFile, timeoutMs, verbose: false }, terminal);
    return this.cli.connect(token, (request) => send(new Request(request, { signal: this.#signal })));
  }
}

/** Returns the value of `--option=value`. */
const withoutOption = (word: string): string => word.replace(/^--[\w-]+=/, '');

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;
