import { Agent, request } from 'node:http';

/** Calls of many callers over connections that are kept, the same for every contender. */
export class JsonCalls {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly url: string) {}

  /**
   * Sends one call.
   *
   * @returns the answer's JSON; undefined for an answer without a body
   * @throws Error for every status but 2xx
   */
  async send<Answer = void>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.exchange(method, path, headers, text);
    if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text}`);
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as Answer;
  }

  private exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    text?: string,
  ): Promise<{ status: number; text: string }> {
    const length =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}${path}`,
        { agent: this.agent, method, headers: { ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('error', reject)
            .on('end', () =>
              resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            );
        },
      );
      sent.on('error', reject).end(text);
    });
  }
}
