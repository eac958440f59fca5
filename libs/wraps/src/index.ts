export { type SealedWrap, sealWraps } from './seal-wraps.js';
export { openWrap, STORED_WRAP, type StoredWrap, storedWrap, type StoredWrapRow } from './stored-wrap.js';
export { CONSUME_WRAP, liveWrap, wrapStatus } from './wrap-conditions.js';
export { WrapExpiry } from './wrap-expiry.js';
export { wrapErrors } from './wraps.errors.js';
export { wrapEvents } from './wraps.events.js';
export { WrapsModule } from './wraps.module.js';
export { type OwnWrapSummary, WrapReadModel } from './wraps.read-model.js';
export { WrapStore } from './wraps.store.js';
