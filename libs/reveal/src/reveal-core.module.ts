import { Module } from '@nestjs/common';
import { WrapsModule } from '#libs/wraps';
import { RevealSessions } from './reveal-sessions.js';
import { RevealSessionStore } from './reveal-sessions.store.js';

/** Rows and ends of reveal sessions: all that the worker needs. */
@Module({
  imports: [WrapsModule],
  providers: [RevealSessionStore, RevealSessions],
  exports: [RevealSessionStore, RevealSessions],
})
export class RevealCoreModule {}
