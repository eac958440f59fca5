export { RevealCoreModule } from './reveal-core.module.js';
export { revealErrors } from './reveal.errors.js';
export { RevealModule } from './reveal.module.js';
export { RevealService } from './reveal.service.js';
export { RevealSessions } from './reveal-sessions.js';
export type { ActiveSession } from './reveal-sessions.store.js';
