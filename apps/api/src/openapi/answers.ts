import 'reflect-metadata';

/** One more way in which a handler answers, beside the status and type that its signature tells. */
export interface AnswerNote {
  readonly status: number;
  readonly description: string;
  /** The type of its body; absent: a body like the handler's own, or none at 204, 303 and 304. */
  readonly mediaType?: string;
}

export const ANSWERS = Symbol('answers');

/** Says that a handler can also answer with this status. Stands once for each. */
export const Answers =
  (status: number, description: string, mediaType?: string): MethodDecorator =>
  (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    const others = (Reflect.getMetadata(ANSWERS, handler) ?? []) as AnswerNote[];
    Reflect.defineMetadata(ANSWERS, [{ status, description, mediaType }, ...others], handler);
  };
