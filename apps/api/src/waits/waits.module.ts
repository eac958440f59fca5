import { Global, Module } from '@nestjs/common';
import { waitingCalls, Waits } from './waits.js';

/** Waiting calls (`Prefer: wait`), for the handlers of all contexts. */
@Global()
@Module({ providers: [waitingCalls, Waits], exports: [Waits] })
export class WaitsModule {}
