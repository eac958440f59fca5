/** The system's tool for storing passwords; the secret is passed on stdin, because every user can read arguments. */
interface Tool {
  readonly save: (
    profile: string,
    token: string,
  ) => readonly [command: string, args: string[], stdin: string];
  readonly load: (profile: string) => readonly [command: string, args: string[]];
  readonly remove: (profile: string) => readonly [command: string, args: string[]];
}

const SERVICE = 'countersign';
const secretTool: Tool = {
  save: (profile, token) => [
    'secret-tool',
    ['store', '--label', `Countersign (${profile})`, 'service', SERVICE, 'profile', profile],
    token,
  ],
  load: (profile) => ['secret-tool', ['lookup', 'service', SERVICE, 'profile', profile]],
  remove: (profile) => ['secret-tool', ['clear', 'service', SERVICE, 'profile', profile]],
};
const security: Tool = {
  save: (profile, token) => [
    'security',
    ['-i'],
    `add-generic-password -U -s ${SERVICE} -a ${profile} -w ${token}\n`,
  ],
  load: (profile) => ['security', ['find-generic-password', '-s', SERVICE, '-a', profile, '-w']],
  remove: (profile) => ['security', ['delete-generic-password', '-s', SERVICE, '-a', profile]],
};
const TOOLS: Partial<Record<NodeJS.Platform, Tool>> = { linux: secretTool, darwin: security };
const TIMEOUT_MS = 5_000;

/** The desktop's keychain, through the system's own tool. */
export class Keychain {
  readonly #tool = TOOLS[process.platform];

  /** @param timeoutMs of each call of the tool, which may ask somebody to unlock it */
  constructor(private readonly timeoutMs = TIMEOUT_MS) {}

  /** Returns whether it stores and returns a secret, by trying it. */
  works(): boolean {
    const probe = `probe-${crypto.randomUUID()}`;
    const works = this.save(probe, crypto.randomUUID());
    if (works) this.remove(probe);
    return works;
  }

  /**
   * Stores a token; one that can't be read back, as where only reading asks for a password, is not left there.
   * @returns false when there is no keychain, or it is locked
   */
  save(profile: string, token: string): boolean {
    if (!this.#tool) return false;
    const [command, args, stdin] = this.#tool.save(profile, token);
    const saved = this.#run(command, args, stdin) !== null && this.load(profile) === token;
    if (!saved) this.remove(profile);
    return saved;
  }

  load(profile: string): string | null {
    if (!this.#tool) return null;
    const found = this.#run(...this.#tool.load(profile))?.trim();
    return found === undefined || found === '' ? null : found;
  }

  remove(profile: string): void {
    if (this.#tool) this.#run(...this.#tool.remove(profile));
  }

  /** @returns the output; null when the tool failed or is not installed */
  #run(command: string, args: readonly string[], input?: string): string | null {
    // Loaded on first use: it takes a tenth of the startup time.
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const { status, stdout } = spawnSync(command, args, {
      ...{ input, encoding: 'utf8', timeout: this.timeoutMs, windowsHide: true },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return status === 0 ? stdout : null;
  }
}
