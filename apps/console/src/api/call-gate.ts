import type { StepUpPrompt } from './step-up-prompt.js';
import { type Observable, observable } from './observable.js';

/** Suspends calls until the user responds. All waiting calls share one dialog and one response. */
class CallGate {
  /** The prompt of the first waiting call, or null without one; undefined while no call waits. */
  readonly asked: Observable<StepUpPrompt | null | undefined> = observable<StepUpPrompt | null | undefined>(
    undefined,
  );
  private answered: Promise<boolean> | null = null;
  private resolve: (passed: boolean) => void = () => undefined;

  private passes = 0;

  constructor(private readonly opens: () => boolean = () => true) {}

  /** How often the user has passed; a call stores it when it is sent. */
  get passed(): number {
    return this.passes;
  }

  /**
   * @param passedWhenSent of the call: whoever was refused for what the person has shown since waits for nothing
   * @returns whether the call may be sent again
   */
  ask(prompt: StepUpPrompt | null, passedWhenSent = this.passes): Promise<boolean> {
    if (!this.opens()) return Promise.resolve(false);
    if (passedWhenSent !== this.passes) return Promise.resolve(true);
    this.answered ??= new Promise((resolve) => {
      this.resolve = resolve;
    });
    if (this.asked.get() === undefined) this.asked.set(prompt);
    return this.answered;
  }

  /** Resolves with the user's response; null while no dialog is open. */
  get pending(): Promise<boolean> | null {
    return this.answered;
  }

  /** Resumes every waiting call: it is sent again, or its refusal is returned to the caller. */
  answer(passed: boolean): void {
    this.answered = null;
    if (passed) this.passes += 1;
    this.asked.set(undefined);
    this.resolve(passed);
  }
}

/** The id of who has signed in on this page; null before that, when 401 is an answer like any other. */
export const signedIn: Observable<string | null> = observable<string | null>(null);

/** Calls that wait for a second factor. */
export const stepUpGate = new CallGate();

/** Calls that wait for the person to sign in again. */
export const sessionGate = new CallGate(() => signedIn.get() !== null);
