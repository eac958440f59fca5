import 'reflect-metadata';
import { Controller, Get, Module, Query } from '@nestjs/common';
import pg from 'pg';
import { listenBare } from '../support/listen-bare.js';
import { statement } from './statements.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

/** The peer: what NestJS needs for the one statement, without sign-in, limit, checks, headers or log. */
@Controller()
class BareController {
  @Get('users/me')
  async me(@Query() { a, b }: Record<string, string>): Promise<unknown> {
    return (await pool.query({ ...statement('/users/me'), values: [a, b] })).rows[0];
  }

  @Get('requests/all')
  async all(@Query() { a }: Record<string, string>): Promise<unknown> {
    return (await pool.query({ ...statement('/requests/all'), values: [a] })).rows;
  }

  @Get('requests/own')
  async own(@Query() { a, b }: Record<string, string>): Promise<unknown> {
    return (await pool.query({ ...statement('/requests/own'), values: [a, b] })).rows;
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

await listenBare(BareModule);
