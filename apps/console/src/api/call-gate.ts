import type { StepUpPrompt } from './step-up-prompt.js';
import { type Observable, observable } from './observable.js';

/** Where calls wait for the person. All that wait share one question and one answer. */
class CallGate {
  /** What is asked for now: the first waiting call's words, or null without any; undefined while nothing waits. */
  readonly asked: Observable<StepUpPrompt | null | undefined> = observable<StepUpPrompt | null | undefined>(
    undefined,
  );
  private answered: Promise<boolean> | null = null;
  private resolve: (passed: boolean) => void = () => undefined;

  private passes = 0;

  constructor(private readonly opens: () => boolean = () => true) {}

  /** How often the person has passed: a call remembers it when it is sent. */
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

  /** What to wait for while the person is asked; null while nobody is. */
  get pending(): Promise<boolean> | null {
    return this.answered;
  }

  /** Lets every waiting call go: to be sent again, or back to its caller as refused. */
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
