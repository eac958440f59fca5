import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { withTimeout } from '#libs/core';
import { READINESS_CHECKS, type ReadinessCheck } from './readiness-check.js';

export interface ReadinessReport {
  readonly status: 'ready' | 'unready';
  readonly checks: Readonly<Record<string, string>>;
}

/** The result of a check, as Terminus reports it. */
type Details = Readonly<Record<string, { readonly status: string; readonly message?: string }>>;

const DEADLINE_MS = 3000;
/** Maximum frequency of the checks, however often /readyz is called, in milliseconds. */
const CACHED_MS = 200;

/** Reports whether the process may receive calls; permanently unready once it is stopping (D61). */
@Injectable()
export class Readiness {
  private stopping = false;
  private checking: Promise<ReadinessReport> | null = null;

  constructor(
    @Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[],
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Makes the process unready, before Nest closes it, so that load balancers notice in time. */
  beginStop(): void {
    this.stopping = true;
  }

  /** Returns the outcome of every check. Calls at the same time share one run of the checks. */
  async report(): Promise<ReadinessReport> {
    if (this.stopping) return { status: 'unready', checks: { process: 'is stopping' } };
    return (this.checking ??= this.check().finally(() => (this.checking = null)));
  }

  private async check(): Promise<ReadinessReport> {
    const outcomes = Object.entries(await this.details());
    const failed = outcomes.filter(([, { status }]) => status !== 'up');
    if (failed.length > 0) return { status: 'unready', checks: textsOf(failed) };
    return { status: 'ready', checks: textsOf(outcomes) };
  }

  /** Terminus throws as soon as one check fails; the exception holds the outcome of all. */
  private async details(): Promise<Details> {
    const attempts = this.checks.map((check) => this.attempt(check));
    const result = await this.health.check(attempts).catch((error: unknown) => {
      if (error instanceof ServiceUnavailableException) return error.getResponse();
      throw error;
    });
    return (result as { details: Details }).details;
  }

  /** The message of a failure is the check's own, because a driver's would disclose addresses. */
  private attempt({ name, run, failure }: ReadinessCheck) {
    const checked = async (): Promise<void> => {
      await withTimeout(DEADLINE_MS, run()).catch((error: unknown) => {
        throw new Error(failure(error));
      });
    };
    return this.indicators.check(name).attempt(checked).cacheFor(CACHED_MS);
  }
}

function textsOf(outcomes: [name: string, Details[string]][]): Record<string, string> {
  return Object.fromEntries(outcomes.map(([name, { message = 'ok' }]) => [name, message]));
}
