import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { type ValidationError, validateSync } from 'class-validator';
import { type FieldError, httpErrors } from '#libs/core';
import { assertShape, type Dto, instanceOf, lowerIds } from './dto-shape.js';

const OPTIONS = {
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
};

/** Validates DTOs: unknown members are rejected, not dropped, and no message repeats the input (D2). */
export function requestValidation(): ValidationPipe {
  return new StrictValidation({
    ...OPTIONS,
    transform: true,
    exceptionFactory: refusal,
  });
}

/** Checks the shape first: nothing is transformed, compared or matched with a pattern before its size is known (D96). */
class StrictValidation extends ValidationPipe {
  /** Query classes that are valid without members. */
  private readonly mayBeEmpty = new WeakSet<Dto>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const dto = this.toValidate(metadata) ? (metadata.metatype as Dto | undefined) : undefined;
    if (metadata.type === 'body') return dto ? readBody(dto, value) : value;
    if (metadata.type === 'query') {
      refuseNul(value);
      if (dto) return this.query(dto, value as object, metadata);
    }
    return super.transform(value, metadata);
  }

  /** Validates a query; an empty one only once per class. */
  private async query(dto: Dto, sent: object, metadata: ArgumentMetadata): Promise<unknown> {
    const isEmpty = Object.keys(sent).length === 0;
    if (isEmpty && this.mayBeEmpty.has(dto)) return new dto();
    const query: unknown = await super.transform(measured(dto, sent), metadata);
    if (isEmpty) this.mayBeEmpty.add(dto);
    return query;
  }
}

function measured(dto: Dto, query: object): object {
  assertShape(dto, query);
  return lowerIds(dto, query);
}

/** Creates the instance directly: class-transformer compares the members of each object with one another. */
function readBody(dto: Dto, sent: unknown): object {
  if (!isObject(sent)) throw httpErrors.invalidField('body', 'must be a JSON object');
  assertShape(dto, sent);
  refuseReservedNames(sent);
  const body = instanceOf(dto, sent);
  const errors = validateSync(body, OPTIONS);
  if (errors.length > 0) throw refusal(errors);
  return body;
}

/** Rejects NUL like in bodies (D91), because Postgres can't store it. A parameter may be repeated. */
function refuseNul(query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  const faults = Object.entries(query).filter(([, value]) => [value].flat().join('').includes('\u0000'));
  if (faults.length === 0) return;
  throw httpErrors.validationFailed(faults.map(([field]) => ({ field, message: 'must not hold a NUL' })));
}

/** Names that every object inherits: code that looks one up would find a value that was not sent. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Rejects these names, except in `key_values`, whose members are names of keys (D5). */
function refuseReservedNames(body: object): void {
  const held = Object.entries(body).some(
    ([name, value]) => name !== 'key_values' && holdsReservedName(value),
  );
  if (!held) return;
  throw httpErrors.invalidField('body', 'holds a member name that is not allowed');
}

function holdsReservedName(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return value.some(holdsReservedName);
  return Object.entries(value).some(([name, member]) => RESERVED.has(name) || holdsReservedName(member));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function refusal(errors: ValidationError[]): Error {
  return httpErrors.validationFailed(errors.flatMap((error) => fieldErrors(error, '')));
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({
    field,
    message: withoutName(message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, field))];
}

function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
