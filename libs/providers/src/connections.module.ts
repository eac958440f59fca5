import { Module } from '@nestjs/common';
import { ConnectionDeletionHooks } from './connection-deletion-hooks.js';
import { ConnectionReadModel } from './connections.read-model.js';
import { DestinationReadModel } from './destination.read-model.js';

const EXPORTED = [ConnectionReadModel, DestinationReadModel, ConnectionDeletionHooks];

/** The part of providers that other contexts use. */
@Module({ providers: EXPORTED, exports: EXPORTED })
export class ConnectionsModule {}
