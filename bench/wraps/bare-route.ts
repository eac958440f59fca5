import 'reflect-metadata';
import { Controller, Get, Module, NotFoundException, Param } from '@nestjs/common';
import { newId } from '#libs/core';
import { listenBare } from '../support/listen-bare.js';
import { RETRIEVE_WRAP } from '../../libs/requests/src/retrieve/wrap-retrieval.service.js';
import pg from 'pg';

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
    const { rows } = await pool.query({ ...name, text: RETRIEVE_WRAP, values });
    if (rows.length !== 1) throw new NotFoundException();
    return { wrap_id: wrap };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

await listenBare(BareModule);
