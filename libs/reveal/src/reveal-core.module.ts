import { Module } from '@nestjs/common';
import { WrapsModule } from '#libs/wraps';
import { RevealSessions } from './reveal-sessions.js';
import { RevealSessionStore } from './reveal-sessions.store.js';

/** Storage and expiry of reveal sessions, as the worker needs them. */
@Module({
  imports: [WrapsModule],
  providers: [RevealSessionStore, RevealSessions],
  exports: [RevealSessionStore, RevealSessions],
})
export class RevealCoreModule {}
