import { OPERATIONS } from '../matrix/document.js';
import { readExportLine } from '../../libs/log-verifier/src/export-line.js';
import { codeOf, judge } from '../support/documented.js';

/** Answers of any address: the two in the description's introduction. */
const EVERYWHERE: ReadonlySet<string> = new Set(['route_not_found', 'method_not_allowed', 'request_timeout']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The probe lists failing checks; HEAD has no body. */
const WITHOUT_ENVELOPE = new Set(['GET /readyz', 'HEAD']);
const NDJSON = 'application/x-ndjson';
const SHOWN_BODY = 1_000;

/** One call as it was made and answered. */
export interface Exchange {
  /** Who made it: a part of the run and a principal, `schemathesis as admin`. */
  readonly source: string;
  readonly method: string;
  /** With its query, as it was sent. */
  readonly target: string;
  readonly sent: { readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer };
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Violation {
  readonly fault: string;
  readonly count: number;
  /** The first call that was answered so. */
  readonly example: string;
}

/** Compares every answer of a run with the description, and notes the statuses of each operation. */
export class Collector {
  /** Whether a dependency is unavailable: only then 503 is allowed. */
  outage = false;
  total = 0;

  /** @param say told of each violation when it comes for the first time */
  constructor(private readonly say: (text: string) => void) {}

  readonly #bySource = new Map<string, number>();
  readonly #reached = new Map<string, number>();
  readonly #violations = new Map<string, { count: number; example: string }>();

  record(exchange: Exchange): void {
    this.note(exchange.source);
    const { method, target, status } = exchange;
    const type = typeOf(exchange);
    const body = parse(exchange.body, type);
    const path = target.split('?', 1)[0] ?? '';
    const { operation, fault } = judge({ method, path, status, type, body }, EVERYWHERE);
    // What any address can answer says nothing of the operation that is described there.
    if (operation && !EVERYWHERE.has(codeOf(body))) this.#count(`${operation} ${status}`);
    for (const each of [
      fault,
      exportFault(exchange, type),
      ...this.#general(exchange, operation ?? method, body),
    ])
      if (each !== null) this.violate(each, describe(exchange));
  }

  /** Counts a call that never became a request. */
  note(source: string): void {
    this.total += 1;
    this.#bySource.set(source, (this.#bySource.get(source) ?? 0) + 1);
  }

  violate(fault: string, example: string): void {
    const known = this.#violations.get(fault);
    if (known) known.count += 1;
    else {
      this.#violations.set(fault, { count: 1, example });
      this.say(`violation: ${fault}`);
    }
  }

  get violations(): Violation[] {
    return [...this.#violations].map(([fault, rest]) => ({ fault, ...rest }));
  }

  get sources(): ReadonlyMap<string, number> {
    return this.#bySource;
  }

  has(operation: string, status: number): boolean {
    return this.#reached.has(`${operation} ${status}`);
  }

  /** Operations with the statuses that are described and did not come. */
  unreached(): Map<string, number[]> {
    const found = OPERATIONS.map(({ name, operation }): [string, number[]] => {
      const statuses = Object.keys(operation.responses).map(Number);
      return [name, statuses.filter((status) => !this.has(name, status))];
    });
    return new Map(found.filter(([, statuses]) => statuses.length > 0));
  }

  /** How many pairs of operation and status are described. */
  get described(): number {
    return OPERATIONS.reduce((sum, { operation }) => sum + Object.keys(operation.responses).length, 0);
  }

  *#general({ status, headers }: Exchange, place: string, body: unknown): Generator<string> {
    if (status >= 500 && status !== 503) yield `${place} answered ${status}`;
    if (status === 503 && !this.outage) yield `${place} answered 503 with everything there`;
    if (!UUID.test(String(headers['x-correlation-id']))) yield `${place} ${status} has no correlation id`;
    if (headers['x-content-type-options'] !== 'nosniff') yield `${place} ${status} may be sniffed`;
    const inEnvelope = typeof (body as { error_code?: unknown } | null)?.error_code === 'string';
    if (status >= 400 && !inEnvelope && !WITHOUT_ENVELOPE.has(place))
      yield `${place} ${status} is in no envelope`;
  }

  #count(key: string): void {
    this.#reached.set(key, (this.#reached.get(key) ?? 0) + 1);
  }
}

const typeOf = ({ headers }: Exchange): string | null => headers['content-type']?.toString() ?? null;

/** The export of the audit log is the only answer in lines. */
function exportFault({ method, target, body }: Exchange, type: string | null): string | null {
  const lines = body.toString('utf8').split('\n');
  const whole = lines.pop() === '' && lines.every((line) => readExportLine(line) !== null);
  return type !== NDJSON || whole ? null : `${method} ${target} has a line that is none of an export`;
}

function parse(body: Buffer, type: string | null): unknown {
  if (!type?.startsWith('application/json')) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Enough to make the call again. */
function describe({ source, method, target, sent, status, body }: Exchange): string {
  const headers = Object.entries(sent.headers).map(([name, value]) => `  ${name}: ${String(value)}`);
  const text = sent.body.toString('utf8');
  const cut = text.length > SHOWN_BODY ? `${text.slice(0, SHOWN_BODY)}… (${sent.body.length} bytes)` : text;
  const answer = `answer ${status}: ${body.toString('utf8').slice(0, SHOWN_BODY)}`;
  return [source, `${method} ${target}`, ...headers, `  ${JSON.stringify(cut)}`, answer].join('\n    ');
}
