import { Module } from '@nestjs/common';
import { RevealModule } from '#libs/reveal';
import { RevealSessionsController } from './reveal-sessions.controller.js';

@Module({ imports: [RevealModule], controllers: [RevealSessionsController] })
export class RevealApiModule {}
