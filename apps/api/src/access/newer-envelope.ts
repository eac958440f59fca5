import { SetMetadata } from '@nestjs/common';

export const NEWER_ENVELOPE = Symbol('newer-envelope');

/** Errors of this controller use `{error_code, message, ...extra}` alone (D1, D91). */
export const NewerEnvelope = (): ClassDecorator => SetMetadata(NEWER_ENVELOPE, true);
