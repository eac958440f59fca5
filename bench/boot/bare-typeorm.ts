import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { listenBare } from '../support/listen-bare.js';

/** The peer: NestJS with TypeORM connected to the database, without a route. */
@Module({ imports: [TypeOrmModule.forRoot({ type: 'postgres', url: process.env.DATABASE_URL! })] })
class BareModule {}

await listenBare(BareModule);
