import type { components } from '@countersign/client';

type Responses = components['responses'];
type CodeOf<R> = R extends { content: { 'application/json': { error_code?: infer C } } } ? C : never;

/** Every code of the description of the interface. */
export type ErrorCode = Extract<CodeOf<Responses[keyof Responses]>, string>;
