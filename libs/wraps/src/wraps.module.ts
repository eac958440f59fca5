import { Module } from '@nestjs/common';
import { WrapReadModel } from './wraps.read-model.js';
import { WrapStore } from './wraps.store.js';

/** Where values rest, encrypted, between two steps of a request. */
@Module({ providers: [WrapStore, WrapReadModel], exports: [WrapStore, WrapReadModel] })
export class WrapsModule {}
