import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';

export type Answer = Observable<unknown>;

/** A step around every handler, after the guards and before the handler's own interceptors and pipes. */
export interface CallStep {
  /** @param proceed runs the next step, or the handler after the last */
  intercept(context: ExecutionContext, proceed: () => Answer | Promise<Answer>): Answer | Promise<Answer>;
}

/** Runs steps as a single interceptor: Nest adds two async resources and two observables for each interceptor. */
export class CallSteps implements NestInterceptor {
  constructor(private readonly steps: readonly CallStep[]) {}

  intercept(context: ExecutionContext, next: CallHandler): Answer | Promise<Answer> {
    const proceed = (index: number): Answer | Promise<Answer> =>
      this.steps[index]?.intercept(context, () => proceed(index + 1)) ?? next.handle();
    return proceed(0);
  }
}
