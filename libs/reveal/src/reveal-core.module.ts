import { Module } from '@nestjs/common';
import { WrapsModule } from '#libs/wraps';
import { RevealEnding } from './reveal-ending.js';
import { RevealSessionStore } from './reveal-sessions.store.js';

/** Rows and ends of reveal sessions: all that the worker needs. */
@Module({
  imports: [WrapsModule],
  providers: [RevealSessionStore, RevealEnding],
  exports: [RevealSessionStore, RevealEnding],
})
export class RevealCoreModule {}
