import { SetMetadata } from '@nestjs/common';

export const ALWAYS_SERVED = Symbol('always-served');
export const POLL = Symbol('poll');

/** Answered also while the process is overloaded: it is what tells so, or costs no work. */
export const AlwaysServed = (): ClassDecorator & MethodDecorator => SetMetadata(ALWAYS_SERVED, true);

/** What agents call again and again of their own accord, and can as well call later. */
export const Poll = (): MethodDecorator => SetMetadata(POLL, true);
