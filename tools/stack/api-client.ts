/** The api refused: its status and its code, never what was sent. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    readonly status: number,
    readonly code: string,
    call: string,
  ) {
    super(`${call} was refused: ${status} ${code}`);
  }
}

/** Calls the control plane's HTTP interface, as nobody or with a login token. */
export class ApiClient {
  constructor(
    private readonly origin: string,
    private readonly token: string | null = null,
  ) {}

  withToken(token: string): ApiClient {
    return new ApiClient(this.origin, token);
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post<Answer>(path: string, body: object = {}): Promise<Answer> {
    return this.call('POST', path, body);
  }

  put<Answer>(path: string, body: object): Promise<Answer> {
    return this.call('PUT', path, body);
  }

  /** The row of the list that matches, else a new one. */
  async ensure<Row>(path: string, matches: (row: Row) => boolean, body: object): Promise<Row> {
    const rows = await this.get<Row[]>(path);
    return rows.find(matches) ?? this.post<Row>(path.split('?')[0]!, body);
  }

  /** @throws ApiRefusal for any status but 2xx */
  private async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (!response.ok) throw new ApiRefusal(response.status, codeOf(answer), `${method} ${path}`);
    return answer as Answer;
  }
}

function codeOf(answer: unknown): string {
  const code = (answer as { error_code?: unknown } | null)?.error_code;
  return typeof code === 'string' ? code : 'unknown';
}
