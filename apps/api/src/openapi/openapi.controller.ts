import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../access/access.js';
import { AlwaysServed } from '../load/shedding-marks.js';
import { InterfaceDocument } from './interface-document.js';
import { Answers, Operation, Tag } from './operation.js';

const MAX_AGE_SECONDS = 300;

@Tag('openapi')
@Controller('openapi.json')
export class OpenapiController {
  constructor(private readonly document: InterfaceDocument) {}

  @Get()
  @Public()
  @AlwaysServed()
  @Operation('Get this OpenAPI document')
  @Answers(200, 'This document.', 'application/json')
  @Answers(304, "The client's copy is current.")
  @Header('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
  read(@Headers('if-none-match') held: string | undefined, @Res() response: Response): void {
    response.setHeader('ETag', this.document.etag);
    if (held?.includes(this.document.etag)) response.status(304).end();
    else response.type('application/json').send(this.document.bytes);
  }
}
