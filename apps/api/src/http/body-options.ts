import { SetMetadata } from '@nestjs/common';
import type { AccessRule } from '../access/access.js';

export interface BodyOptions {
  readonly maxBytes: number;
  /** How long the body may take to arrive, in milliseconds. */
  readonly withinMs: number;
  readonly form: boolean;
  /** Parses long lists in pieces, so that other calls are served in between. */
  readonly inPieces: boolean;
}

const KIB = 1024;
const SHORT = 16 * KIB;
const LONG = 1024 * KIB;
const WITHIN_MS = 10_000;

export const BODY = Symbol('body');

/** Sets another size limit for the JSON body than the caller's kind has (D5, D96). */
export const BodyLimit = (maxBytes: number): MethodDecorator => SetMetadata(BODY, { maxBytes });

/** Takes a JSON body whose members are long lists, such as an agent's report. */
export const ListsBody = (maxBytes: number, withinMs = WITHIN_MS): MethodDecorator =>
  SetMetadata(BODY, { maxBytes, withinMs, inPieces: true });

/** Takes `application/x-www-form-urlencoded`, where a standard prescribes it. */
export const FormBody = (): MethodDecorator => SetMetadata(BODY, { form: true });

/** Returns a handler's options: what it declares, else 16 KiB for public and agent routes, 1 MiB for people's (D96). */
export function bodyOptions(
  access: AccessRule | undefined,
  declared: Partial<BodyOptions> | undefined,
): BodyOptions {
  const maxBytes = access?.kind === 'public' || access?.kind === 'agent' ? SHORT : LONG;
  return { maxBytes, withinMs: WITHIN_MS, form: false, inPieces: false, ...declared };
}
