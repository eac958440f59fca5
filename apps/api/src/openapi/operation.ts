import { SetMetadata } from '@nestjs/common';
import type { DomainError } from '#libs/core';

/** An error that a handler can answer with: made by its context's table, so that code and status are the real ones. */
export type Refusal = DomainError | (() => DomainError);

export interface OperationNote {
  readonly summary: string;
  readonly refusals: readonly Refusal[];
}

export const OPERATION = Symbol('operation');

/**
 * What the interface's description says of a handler that its types do not: what it does, in one line, and
 * the errors of its own. Those that follow from its access, limit and body are added by themselves.
 */
export const Operation = (summary: string, ...refusals: Refusal[]): MethodDecorator =>
  SetMetadata(OPERATION, { summary, refusals } satisfies OperationNote);
