/** What a client asked for. The mutations are those that the checks look up again. */
export type Operation =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'fill'
  | 'refuse'
  | 'verify'
  | 'retrieve'
  | 'reveal.open'
  | 'reveal.expire'
  | 'agent.claim'
  | 'agent.dek'
  | 'agent.post'
  | 'agent.take'
  | 'agent.complete'
  | 'agent.heartbeat'
  | 'agent.public_key'
  | 'token.create'
  | 'agent.enroll'
  | 'agent.revoke'
  | 'user.create'
  | 'login'
  | 'logout'
  | 'totp.start'
  | 'totp.confirm'
  | 'stepup.challenge'
  | 'stepup.verify'
  | 'project.create'
  | 'read';

/** One call as its client saw it. */
export interface Call {
  readonly operation: Operation;
  /** The story it belongs to: lane and number. */
  readonly story: string;
  readonly api: number;
  /** Milliseconds since the run began. */
  readonly atMs: number;
  readonly tookMs: number;
  /** Null when the connection was lost: the client can't know whether it was done. */
  readonly status: number | null;
  readonly code: string | null;
  /** The ids that the client knows afterwards. */
  readonly about: Readonly<Record<string, string>>;
  /** The value that came with the answer. Only of values that the run made up itself. */
  readonly value?: string;
}

/** Everything that all clients did, in the order in which they were answered. */
export class Journal {
  readonly calls: Call[] = [];
  private readonly began = performance.now();

  now(): number {
    return Math.round(performance.now() - this.began);
  }

  note(call: Call): void {
    this.calls.push(call);
  }
}
