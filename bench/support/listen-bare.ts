import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Serves a peer's module on a free port of loopback and logs the port as the service does, until SIGTERM. */
export async function listenBare(module: Type): Promise<void> {
  const app = await NestFactory.create(module, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, msg: 'listening' })}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
