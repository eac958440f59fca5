/** What the configuration decides for requests; the injection token of these settings. */
export abstract class RequestSettings {
  /** Only refs bound to the named environment may be requested (SVC_REQUIRE_BOUND_SECRETS). */
  abstract readonly requireBoundSecrets: boolean;
  /** The strict profile: direct reveal of nothing but what an integrator bound to the environment (D95 b). */
  abstract readonly strict: boolean;
  /** How long a step-up stays fresh (SVC_STEP_UP_TTL). */
  abstract readonly stepUpSeconds: number;
}
