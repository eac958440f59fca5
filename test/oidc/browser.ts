import { randomInt } from 'node:crypto';
import { hearCookie } from '../support/hear.js';

/** The console's origin; the browser sends calls to an api process. */
export const CONSOLE = 'http://console.test';

export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A browser with its own cookies and address. Of SameSite it knows what matters here: Strict. */
export class Browser {
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  private readonly jars = new Map<string, Map<string, string>>();

  /** @param login who this browser's user is at the provider */
  constructor(
    private readonly api: string,
    public login: string,
  ) {}

  cookie(name: string): string | undefined {
    return this.jar(CONSOLE).get(name);
  }

  setCookie(name: string, value: string): void {
    this.jar(CONSOLE).set(name, value);
  }

  /** Drops the cookies of an origin. */
  forget(origin: string): void {
    this.jars.delete(origin);
  }

  /** One request, no redirect followed. @param the referring origin */
  async visit(url: string, options: { from?: string; init?: RequestInit } = {}): Promise<Visit> {
    const target = new URL(url);
    const { from = target.origin, init } = options;
    const sent = [...this.jar(target.origin)].filter(
      ([name]) => name !== 'svc_session' || from === target.origin,
    );
    const response = await fetch(
      target.origin === CONSOLE ? `${this.api}${target.pathname}${target.search}` : url,
      {
        redirect: 'manual',
        ...init,
        headers: {
          'x-forwarded-for': this.address,
          'x-login': this.login,
          'user-agent': 'story browser',
          cookie: sent.map(([name, value]) => `${name}=${value}`).join('; '),
          ...init?.headers,
        },
      },
    );
    this.keep(target.origin, response.headers.getSetCookie());
    return { url, status: response.status, headers: response.headers, body: await response.text() };
  }

  /** Follows redirects up to an address that begins with `until`. @returns that address */
  async follow(url: string, until: string): Promise<string> {
    let [here, from] = [url, new URL(url).origin];
    for (let hops = 0; hops < 12; hops += 1) {
      const { status, headers, body } = await this.visit(here, { from });
      const location = headers.get('location');
      if (!location) throw new Error(`${here} gave ${status} ${body.slice(0, 300)}`);
      from = new URL(here).origin;
      here = new URL(location, here).href;
      if (here.startsWith(until)) return here;
    }
    throw new Error('too many redirects');
  }

  private keep(origin: string, lines: string[]): void {
    for (const line of lines) {
      hearCookie(line);
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const gone = attributes.some((text) => /^expires=Thu, 01 Jan 1970/i.test(text));
      if (gone) this.jar(origin).delete(pair.slice(0, at));
      else this.jar(origin).set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  private jar(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }
}
