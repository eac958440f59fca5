import { Module } from '@nestjs/common';
import { ConnectionDeletionHooks } from './connection-deletion-hooks.js';
import { ConnectionReadModel } from './connections.read-model.js';
import { DestinationReadModel } from './destination.read-model.js';

const KNOWN = [ConnectionReadModel, DestinationReadModel, ConnectionDeletionHooks];

/** The part of providers that other contexts use. */
@Module({ providers: KNOWN, exports: KNOWN })
export class ConnectionsModule {}
