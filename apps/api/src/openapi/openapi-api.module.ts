import { Module } from '@nestjs/common';
import { InterfaceDocument } from './interface-document.js';
import { OpenapiController } from './openapi.controller.js';

/** Serves the description of the interface. */
@Module({ controllers: [OpenapiController], providers: [InterfaceDocument] })
export class OpenapiApiModule {}
