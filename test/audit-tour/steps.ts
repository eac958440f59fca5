import { IDENTITY_STEPS } from './identity-steps.js';
import { PLACE_STEPS } from './place-steps.js';
import { PROVIDER_STEPS } from './provider-steps.js';
import { REQUEST_STEPS } from './request-steps.js';
import type { Steps } from './step.js';

/** How each route that changes something succeeds, by its name. */
export const STEPS: Steps = { ...IDENTITY_STEPS, ...PLACE_STEPS, ...PROVIDER_STEPS, ...REQUEST_STEPS };
