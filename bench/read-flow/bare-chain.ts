import 'reflect-metadata';
import { Controller, Module, Param, Post } from '@nestjs/common';
import pg from 'pg';
import { newId } from '#libs/core';
import { listenBare } from '../support/listen-bare.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query('CREATE TABLE IF NOT EXISTS bare_chain (id uuid PRIMARY KEY, note text NOT NULL)');

/** The peer: a route that reads one row so many times and then writes one that is on disk when it answers. */
@Controller()
class BareController {
  @Post(':reads')
  async step(@Param('reads') reads: string): Promise<{ id: string }> {
    const id = newId();
    for (let n = 0; n < Number(reads); n += 1)
      await pool.query('SELECT id, note FROM bare_chain WHERE id = $1', [id]);
    await pool.query('INSERT INTO bare_chain (id, note) VALUES ($1, $2)', [id, 'bench']);
    return { id };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

await listenBare(BareModule);
