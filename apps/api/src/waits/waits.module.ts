import { Global, Module } from '@nestjs/common';
import { waitingCalls, Waits } from './waits.js';

/** What the handlers of several contexts let their callers wait with. */
@Global()
@Module({ providers: [waitingCalls, Waits], exports: [Waits] })
export class WaitsModule {}
