import { exchange } from '../../apps/agent/src/http/exchange.js';

/** POSTs a body with headers of its own; gives the answer's JSON. @throws Error for every status but a good one */
export async function headedCall<Answer>(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Answer> {
  const call = { method: 'POST', url: new URL(url), headers, timeoutMs: 60_000 };
  const { status, text } = await exchange({ ...call, body: JSON.stringify(body) });
  if (status >= 300) throw new Error(`POST ${url} gave ${status}: ${text}`);
  return JSON.parse(text) as Answer;
}
