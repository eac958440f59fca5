import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { newId } from '#libs/core';
import { TAKE_WRAP } from '../../libs/requests/src/retrieve/wrap-retrieval.service.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

/** With a name Postgres keeps the plan, as it does for ours. */
const name = process.env.KEEP_PLANS === '1' ? { name: 'take' } : {};

/** The peer: what NestJS needs for the statement alone, without sign-in, limit, checks, decryption or log. */
@Controller()
class BareController {
  @Get(':request/:wrap/:user/:session')
  async take(
    @Param() { request, wrap, user, session }: Record<'request' | 'wrap' | 'user' | 'session', string>,
  ): Promise<{ wrap_id: string }> {
    const values = [wrap, request, user, session, 900, newId(), `user:${user}`, newId()];
    const { rows } = await pool.query({ ...name, text: TAKE_WRAP, values });
    if (rows.length !== 1) throw new NotFoundException();
    return { wrap_id: wrap };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ port, msg: 'listening' })}\n`);
process.once('SIGTERM', () => process.exit(0));
