import { Module } from '@nestjs/common';
import { ConnectionUses } from './connection-use.js';
import { ConnectionReadModel } from './connection.read-model.js';

/** What other contexts may know of connections. */
@Module({ providers: [ConnectionReadModel, ConnectionUses], exports: [ConnectionReadModel, ConnectionUses] })
export class ConnectionsModule {}
