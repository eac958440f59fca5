import { SetMetadata } from '@nestjs/common';

export const ALWAYS_SERVED = Symbol('always-served');
export const POLL = Symbol('poll');
export const RESERVED = Symbol('reserved');

/** Exempts a handler from load shedding: it reports the overload, or is very cheap. */
export const AlwaysServed = (): ClassDecorator & MethodDecorator => SetMetadata(ALWAYS_SERVED, true);

/** Marks a handler that agents poll: it is shed first, since they retry anyway. */
export const Poll = (): MethodDecorator => SetMetadata(POLL, true);

/**
 * Lets a handler's calls use the reserve beyond the limit of calls in progress, so that its caller's other calls do not keep
 * the caller from it: reveals, and the end of a session.
 */
export const Reserved = (): ClassDecorator & MethodDecorator => SetMetadata(RESERVED, true);
