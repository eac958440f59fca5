import { isatty } from 'node:tty';
import { type Client, createClient } from '#client';
import type { Command } from 'commander';
import { withStepUp } from './api/with-step-up.js';
import { stepUp, type StepUpCaller } from './api/step-up.js';
import { type Send, transport } from './api/transport.js';
import { environmentVariable } from './environment.js';
import { CliError, EXIT } from './exit.js';
import { type GlobalOptions, settingsOf } from './global-options.js';
import { Printer } from './output/printer.js';
import { type Profile, profileName, Profiles, serverOf } from './session/profiles.js';
import { readPrivate } from './session/private-file.js';
import { StoredSession } from './session/session.js';
import { Terminal } from './terminal/terminal.js';

/** The context of a command: session, service, output and terminal. */
export class Cli {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly profiles = new Profiles();
  readonly profileName: string;
  readonly session: StoredSession;
  /** Whether destructive verbs skip the confirmation. */
  readonly yes: boolean;
  /** Whether results are written in colours. */
  readonly colours: boolean;
  /** Certificate authority in PEM, trusted in addition to those bundled with Node. */
  readonly caFile: string | null;
  /** Timeout of one call. */
  readonly timeoutMs: number;
  /** The file that the token is read from, instead of the profile's. */
  readonly tokenFile: string | undefined;
  /** Sends a call as the options say: timeout, proxy, certificates. */
  readonly send: Send;
  readonly #options: GlobalOptions;
  #api: Client | undefined;

  constructor(options: GlobalOptions) {
    this.#options = options;
    const settings = settingsOf(options);
    this.terminal = new Terminal(settings);
    this.printer = new Printer(
      settings,
      (text) => this.terminal.write(text),
      (line) => this.terminal.say(line),
      isatty(1),
    );
    this.yes = settings.yes;
    this.colours = settings.colours && isatty(1);
    this.caFile = settings.caFile;
    this.timeoutMs = settings.timeoutMs;
    this.tokenFile = options.tokenFile;
    this.profileName = profileName(options.profile ?? this.profiles.current);
    this.session = new StoredSession(this.profileName);
    this.send = transport(settings, this.terminal);
  }

  get profile(): Profile | undefined {
    return this.profiles.find(this.profileName);
  }

  /** Returns the context of another profile. */
  of(profile: string): Cli {
    return new Cli({ ...this.#options, profile, server: undefined });
  }

  /** The service's origin. @throws CliError (usage) if none is configured */
  get server(): string {
    const server = this.#options.server ?? this.profile?.server;
    if (server === undefined)
      throw new CliError(EXIT.usage, 'Which service? Use --server https://countersign.example.com.');
    return serverOf(server);
  }

  /** The client of the signed-in user; calls that need a second factor prompt for it. @throws CliError (not signed in) */
  get api(): Client {
    this.#api ??= this.#connect();
    return this.#api;
  }

  /** Returns a client without a token, or with this one. */
  connect(token: string | null, send: Send = this.send): Client {
    return createClient({ baseUrl: this.server, token: () => token, fetch: send });
  }

  /**
   * Returns the caller of a step-up: with the client that doesn't step up by itself.
   * @param email if it is not stored yet
   */
  asStepUpCaller(token: string, email = this.session.state.email ?? 'your account'): StepUpCaller {
    return { api: this.connect(token), server: this.server, email };
  }

  /** The token of the calls. @throws CliError (not signed in) */
  token(): string {
    const token = this.givenToken() ?? this.storedToken();
    if (token !== null) return token;
    const { profile } = this;
    const other = profile !== undefined && profile.server !== this.server;
    const where = other ? `The session of profile ${this.profileName} is for ${profile.server}. ` : '';
    throw new CliError(
      EXIT.notSignedIn,
      `${where}Nobody is signed in ${other ? `to ${this.server}` : 'here'}. Use countersign login.`,
    );
  }

  /** The token of the profile's session, which no other service is sent; null when signed out. */
  storedToken(): string | null {
    const { profile } = this;
    return profile?.server === this.server ? this.session.token(profile.store) : null;
  }

  /** The token of the file or variable that is to be used instead of the profile's. @throws CliError (usage) */
  givenToken(): string | undefined {
    const { tokenFile } = this;
    if (tokenFile !== undefined) {
      const text = readPrivate(tokenFile)?.trim();
      if (text === undefined || text === '')
        throw new CliError(EXIT.usage, `There is no token in ${tokenFile}.`);
      return text;
    }
    return environmentVariable('COUNTERSIGN_TOKEN');
  }

  #connect(): Client {
    const token = this.token();
    return this.connect(
      token,
      withStepUp(this.send, () => stepUp(this.asStepUpCaller(token), this.terminal)),
    );
  }
}

/** Returns the action of a command: it receives the Cli, the command's arguments and its own options. */
export function action<Given extends unknown[]>(
  work: (cli: Cli, ...given: Given) => Promise<void>,
): (...given: [...Given, Command]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    await work(new Cli(command.optsWithGlobals()), ...(given.slice(0, -1) as Given));
  };
}
