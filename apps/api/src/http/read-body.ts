import type { IncomingMessage } from 'node:http';
import { httpErrors } from '#libs/core';
import type { BodyOptions } from './body-options.js';
import { collectBody } from './collect-body.js';
import { readJson, readJsonInPieces } from './json-reader.js';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads and parses a request's body; an absent one is `{}`. The raw bytes are wiped after parsing, because they may contain
 * values.
 *
 * @throws DomainError payload_too_large (before buffering if there is a Content-Length),
 *   unsupported_media_type, request_timeout, validation_failed
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<unknown> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > options.maxBytes) throw httpErrors.payloadTooLarge();
  if (!announcesBody(request)) return {};
  assertMediaType(request, options.form);
  const bytes = await collectBody(request, options);
  try {
    if (bytes.length === 0) return {};
    if (options.form) return readForm(bytes);
    return objectOf(options.inPieces ? await readJsonInPieces(bytes) : readJson(bytes));
  } finally {
    bytes.fill(0);
  }
}

/** Returns whether the headers announce a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
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

function objectOf(parsed: unknown): object {
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw httpErrors.invalidField('body', 'must be a JSON object');
}

function readForm(bytes: Buffer): Record<string, string> {
  const members = [...new URLSearchParams(bytes.toString('utf8'))];
  const form = Object.fromEntries(members);
  if (Object.keys(form).length === members.length) return form;
  throw httpErrors.invalidField('body', 'holds the same member twice');
}
