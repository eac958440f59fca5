import { Module } from '@nestjs/common';
import { WrapExpiry } from './wrap-expiry.js';
import { WrapReadModel } from './wraps.read-model.js';
import { WrapStore } from './wraps.store.js';

/** Where values rest, encrypted, between two steps of a request. */
@Module({
  providers: [WrapStore, WrapReadModel, WrapExpiry],
  exports: [WrapStore, WrapReadModel, WrapExpiry],
})
export class WrapsModule {}
