import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldFault, httpErrors } from '#libs/http';

/** Checks DTOs: unknown members are refused, not dropped, and no message repeats what was sent (D2). */
export function requestValidation(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => httpErrors.validationFailed(errors.flatMap((error) => faultsOf(error, ''))),
  });
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
