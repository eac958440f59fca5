import 'reflect-metadata';
import { SetMetadata } from '@nestjs/common';
import type { DomainError } from '#libs/core';

// Metadata of handlers for the generator of the OpenAPI document (tools/openapi); the service does not read it.

/** An error of a handler, from its context's table, so that code and status are right. */
export type Refusal = DomainError | (() => DomainError);

export interface OperationNote {
  readonly summary: string;
  readonly refusals: readonly Refusal[];
}

/** A further response of a handler, besides the status and type of its signature. */
export interface AnswerNote {
  readonly status: number;
  readonly description: string;
  /** The type of its body; absent: a body like the handler's own, or none at 204, 303 and 304; null: none. */
  readonly mediaType?: string | null;
}

export const TAG = Symbol('tag');
export const OPERATION = Symbol('operation');
export const ANSWERS = Symbol('answers');
export const READS_HEADERS = Symbol('reads-headers');
export const INHERITED_REFUSALS = Symbol('inherited-refusals');

/** Names the group under which the description lists a controller's operations. */
export const Tag = (name: string): ClassDecorator => SetMetadata(TAG, name);

/**
 * Describes a handler in one line, with its own errors. The generator adds those that follow from its access, limit and
 * body.
 */
export const Operation = (summary: string, ...refusals: Refusal[]): MethodDecorator =>
  SetMetadata(OPERATION, { summary, refusals } satisfies OperationNote);

/** Names the errors that a controller adds to those of the handlers that it inherits. */
export const InheritedRefusals = <Routes>(
  byHandler: Partial<Record<keyof Routes, readonly Refusal[]>>,
): ClassDecorator => SetMetadata(INHERITED_REFUSALS, byHandler);

/** Declares the class that describes a body validated by a pipe. The generator reads it in the source. */
export const BodyShape =
  (_body: new () => object): MethodDecorator =>
  () =>
    undefined;

/** Declares a further response of a handler; repeat it for each status. */
export const Answers =
  (status: number, description: string, mediaType?: string | null): MethodDecorator =>
  (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    const others = (Reflect.getMetadata(ANSWERS, handler) ?? []) as AnswerNote[];
    Reflect.defineMetadata(ANSWERS, [{ status, description, mediaType }, ...others], handler);
  };

/** Names the headers that a handler reads by itself; tools/openapi/shared-parts.ts describes them. */
export const ReadsHeaders = (...names: readonly string[]): MethodDecorator =>
  SetMetadata(READS_HEADERS, names);
