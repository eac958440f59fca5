import { SetMetadata } from '@nestjs/common';

export const ALWAYS_SERVED = Symbol('always-served');
export const POLL = Symbol('poll');

/** Exempts a handler from load shedding: it reports the overload, or costs next to nothing. */
export const AlwaysServed = (): ClassDecorator & MethodDecorator => SetMetadata(ALWAYS_SERVED, true);

/** Marks what agents poll: it is shed first, since they call again anyway. */
export const Poll = (): MethodDecorator => SetMetadata(POLL, true);
