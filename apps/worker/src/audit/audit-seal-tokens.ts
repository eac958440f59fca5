/** The folder of SVC_AUDIT_CHECKPOINT_DIR, or null. */
export const CHECKPOINT_SINK = Symbol('checkpoint-sink');
export const SEAL_LOGGER = Symbol('seal-logger');
