/** Configuration of requests. Also the injection token. */
export abstract class RequestSettings {
  /** Only refs bound to the named environment may be requested (SVC_REQUIRE_BOUND_SECRETS). */
  abstract readonly requireBoundSecrets: boolean;
  /** Under the strict profile, direct reveal needs a secret that an integrator bound to the environment (D95 b). */
  abstract readonly strict: boolean;
  /** How long a step-up stays fresh (SVC_STEP_UP_TTL). */
  abstract readonly stepUpSeconds: number;
}
