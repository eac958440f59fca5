import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldFault, httpErrors } from '#libs/http';

/** Checks DTOs: unknown members are refused, not dropped, and no message repeats what was sent (D2). */
export function requestValidation(): ValidationPipe {
  return new StrictValidation({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => httpErrors.validationFailed(errors.flatMap((error) => faultsOf(error, ''))),
  });
}

/**
 * Nest takes members of these names out of a body, at any depth, and class-transformer trips over them; a
 * scope or a set of keys would then say something else than was sent. So they are refused, as `__proto__` is.
 */
class StrictValidation extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query') refuseNul(value);
    return super.transform(metadata.type === 'body' ? asSent(value) : value, metadata);
  }

  protected override stripProtoKeys(value: unknown): void {
    if (!holdsReservedName(value)) return;
    throw httpErrors.validationFailed([
      { field: 'body', message: 'holds a member name that is not allowed' },
    ]);
  }
}

/** As in bodies (D91): the database takes no NUL in a text. A member may have come several times. */
function refuseNul(query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  const faults = Object.entries(query).filter(([, value]) => [value].flat().join('').includes('\u0000'));
  if (faults.length === 0) return;
  throw httpErrors.validationFailed(faults.map(([field]) => ({ field, message: 'must not hold a NUL' })));
}

/** But the members of `key_values` are named after keys, which may be called so (D5): it goes by as a function. */
function asSent(body: unknown): unknown {
  if (!isObject(body) || !('key_values' in body)) return body;
  const { key_values: keyValues } = body;
  return { ...body, key_values: () => keyValues };
}

const RESERVED = ['__proto__', 'constructor', 'prototype'];

function holdsReservedName(value: unknown): boolean {
  if (!isObject(value)) return false;
  return RESERVED.some((name) => Object.hasOwn(value, name)) || Object.values(value).some(holdsReservedName);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function faultsOf(error: ValidationError, parent: string): FieldFault[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    message:
      rule === 'whitelistValidation'
        ? 'is not a member of this request'
        : withoutName(message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, field))];
}

function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
