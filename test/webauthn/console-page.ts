import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { requireChromium } from '../../tools/chromium.js';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface PageAnswer {
  readonly status: number;
  readonly body: any;
}

/** A page of the console in a real Chromium, whose authenticator is Chromium's virtual one. */
export class ConsolePage {
  private constructor(
    private readonly context: BrowserContext,
    private readonly profile: string,
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async open(url: string): Promise<ConsolePage> {
    const executablePath = await requireChromium();
    const profile = await mkdtemp(join(tmpdir(), 'countersign-chromium-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ARGUMENTS,
      headless: true,
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(url);
    return new ConsolePage(context, profile, page, devtools, authenticatorId);
  }

  /** A call as the console makes it: with the cookie that the browser holds, and nothing else. */
  async call(method: string, path: string, body?: unknown): Promise<PageAnswer> {
    return this.page.evaluate(
      async ([verb, address, content]) => {
        const answer = await fetch(`/api/v1${address}`, {
          method: verb,
          ...(content === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) }),
        });
        const text = await answer.text();
        return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
      },
      [method, path, body] as const,
    );
  }

  /** What the browser's authenticator says to creation or request options; rejects with the browser's error. */
  async ask(kind: 'create' | 'get', options: unknown): Promise<any> {
    return this.page.evaluate(
      async ([ceremony, json]) => {
        // The page's own globals: this project compiles without the DOM's types.
        const { PublicKeyCredential: browser, navigator } = globalThis as any;
        const credential =
          ceremony === 'create'
            ? await navigator.credentials.create({ publicKey: browser.parseCreationOptionsFromJSON(json) })
            : await navigator.credentials.get({ publicKey: browser.parseRequestOptionsFromJSON(json) });
        return credential.toJSON();
      },
      [kind, options] as const,
    );
  }

  /** Sets the authenticator back to an early copy of itself: the same key, its counter at 0. */
  async restoreEarlyCopy(): Promise<void> {
    const { authenticatorId } = this;
    const { credentials } = await this.devtools.send('WebAuthn.getCredentials', { authenticatorId });
    for (const credential of credentials) {
      const { credentialId } = credential;
      await this.devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await this.devtools.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 0 },
      });
    }
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true });
  }
}
