import { SetMetadata } from '@nestjs/common';

export interface BodyOptions {
  readonly maxBytes: number;
  readonly form: boolean;
}

export const BODY = Symbol('body');
export const DEFAULT_BODY: BodyOptions = { maxBytes: 1024 * 1024, form: false };

/** A JSON body of another size limit than 1 MiB (D5). */
export const BodyLimit = (maxBytes: number): MethodDecorator => SetMetadata(BODY, { maxBytes, form: false });

/** The handler takes `application/x-www-form-urlencoded`, as a standard prescribes for it. */
export const FormBody = (): MethodDecorator => SetMetadata(BODY, { maxBytes: 64 * 1024, form: true });
