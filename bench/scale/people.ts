import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadingAgent } from '../read-flow/reading-agent.js';
import { readRequest } from '../read-flow/read-request.js';
import { type Figures, figuresOf } from '../support/figures.js';
import { sendAll } from '../support/http-load.js';
import type { Installation } from './installation.js';

const VIEWERS_EACH = 2;
const VIEW_PAUSE_MS = 100;
const REQUESTERS = 10;
const READ_PAUSE_MS = 250;
const PATHS = ['/users/me', '/requests?limit=20', '/agents?limit=20', '/audit-events?limit=20'];

/** Callers of an installation, spread over its api processes. */
export class People {
  private readonly completions = new Map<string, () => void>();
  private reads = 0;

  constructor(private readonly installation: Installation) {}

  /** For the agents that carry out what is asked for. */
  readonly completed: Parameters<typeof ReadingAgent.start>[2] = (secretRef) => {
    this.completions.get(secretRef)?.();
    this.completions.delete(secretRef);
  };

  /** Looks at pages for about so long, two people at each api process. */
  async view(seconds: number): Promise<Figures> {
    const { apis, developers } = this.installation;
    const took: number[] = [];
    const until = performance.now() + seconds * 1000;
    const viewer = async (index: number): Promise<void> => {
      const headers = { cookie: `svc_session=${developers[index]!.cookie}` };
      const calls = PATHS.map((path) => ({ method: 'GET' as const, path: `/api/v1${path}`, headers }));
      while (performance.now() < until)
        took.push(...(await sendAll(apis[index % apis.length]!.url, 1, calls, 200, VIEW_PAUSE_MS)));
    };
    await Promise.all(Array.from({ length: VIEWERS_EACH * apis.length }, (_, index) => viewer(index)));
    return figuresOf(took, seconds);
  }

  /** Asks for secrets and retrieves them for about so long; a figure is a whole read, from submission to value. */
  async read(seconds: number): Promise<Figures> {
    const { apis, developers, approver, place } = this.installation;
    const took: number[] = [];
    const until = performance.now() + seconds * 1000;
    const requester = async (): Promise<void> => {
      while (performance.now() < until) {
        const n = this.reads++;
        const roles = { requester: developers[n % developers.length]!, approver };
        const times = await readRequest(apis[n % apis.length]!.url, place, roles, (ref) =>
          this.completion(ref),
        );
        took.push(times.wholeMs);
        await sleep(READ_PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: REQUESTERS }, requester));
    return figuresOf(took, seconds);
  }

  private completion(secretRef: string): Promise<void> {
    return new Promise((resolve) => this.completions.set(secretRef, resolve));
  }
}
