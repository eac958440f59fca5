import type { IncomingMessage } from 'node:http';
import { DomainError, httpErrors, readJson } from '#libs/http';
import type { BodyOptions } from './body-options.js';

const FORM = 'application/x-www-form-urlencoded';
const CUT_OFF = { field: 'body', message: 'was cut off' };

/**
 * Reads and parses a request's body; an absent one is `{}`. The raw bytes are wiped after parsing:
 * they may hold values.
 *
 * @throws DomainError payload_too_large (before buffering where the length is announced),
 *   unsupported_media_type, validation_failed
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<unknown> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > options.maxBytes) throw httpErrors.payloadTooLarge();
  const hasBody = announced > 0 || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return {};
  assertMediaType(request, options.form);
  const bytes = await collect(request, options.maxBytes);
  try {
    if (bytes.length === 0) return {};
    return options.form ? readForm(bytes) : objectOf(readJson(bytes));
  } finally {
    bytes.fill(0);
  }
}

function assertMediaType(request: IncomingMessage, form: boolean): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const expected = form ? FORM : 'application/json';
  const plainUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() !== expected || encoding !== 'identity' || !plainUtf8)
    throw httpErrors.unsupportedMediaType();
}

async function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw httpErrors.payloadTooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // A caller that goes away in mid-body resets the connection as a lost database would.
    throw error instanceof DomainError ? error : httpErrors.validationFailed([CUT_OFF]);
  }
  const all = Buffer.concat(chunks);
  for (const chunk of chunks) chunk.fill(0);
  return all;
}

function objectOf(parsed: unknown): object {
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw httpErrors.validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
}

function readForm(bytes: Buffer): Record<string, string> {
  const members = [...new URLSearchParams(bytes.toString('utf8'))];
  const form = Object.fromEntries(members);
  if (Object.keys(form).length === members.length) return form;
  throw httpErrors.validationFailed([{ field: 'body', message: 'holds the same member twice' }]);
}
