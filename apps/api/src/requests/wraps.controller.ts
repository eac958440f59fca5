import { Controller, Get, Header, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '#libs/permissions';
import { requestErrors, RequestReadModel, WrapRetrieval } from '#libs/requests';
import { wrapErrors } from '#libs/wraps';
import { ForWorkloads, FreshMfa, NoHead, SameOriginOnly, SignedIn, SingleShot } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { prefers } from '../http/prefers.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Reserved } from '../load/shedding-marks.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { BYTES, valueBytes } from './value-bytes.js';
import { UserQuery, WrapSummaryResponse, WrapValueResponse } from './wraps.dto.js';

@Tag('requests')
@Controller('requests/:id/wraps')
export class WrapsController {
  constructor(
    private readonly readModel: RequestReadModel,
    private readonly retrieval: WrapRetrieval,
  ) {}

  @Get()
  @SignedIn()
  @Header('Cache-Control', 'no-store')
  @ForWorkloads()
  @Operation(
    "List the wraps of one of the caller's own requests",
    requestErrors.notFound,
    requestErrors.notRequester,
  )
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: UserQuery,
  ): Promise<WrapSummaryResponse[]> {
    return (await this.readModel.wrapsOf(caller, id, query.user_id)).map(WrapSummaryResponse.of);
  }

  /**
   * Consumes and audits the wrap before the first byte is sent. As application/octet-stream, the body is the value's bytes,
   * which a program can overwrite in memory, and the key's name is in `Countersign-Key-Name`.
   */
  @Get(':wrap_id')
  @SignedIn()
  @FreshMfa()
  @NoHead()
  @SingleShot()
  @Reserved()
  @SameOriginOnly()
  @Limited({ bucket: 'wrap.retrieve', per: 'user', limit: 20, windowSeconds: 60 })
  @Header('Cache-Control', 'no-store')
  @Answers(200, 'The value.', BYTES)
  @ForWorkloads()
  @Operation(
    "Retrieve a wrap's value, once",
    requestErrors.notFound,
    requestErrors.notRequester,
    wrapErrors.notFound,
    wrapErrors.consumed,
    wrapErrors.expired,
    requestErrors.statusInvalidTransition,
  )
  async retrieve(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) requestId: string,
    @Param('wrap_id', UuidPipe) wrapId: string,
    @Query() query: UserQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WrapValueResponse | StreamableFile> {
    const bytes = prefers(BYTES, request, response);
    const wrap = await this.retrieval.retrieve(caller, { requestId, wrapId, userId: query.user_id });
    if (bytes) return valueBytes(wrap, response);
    const answer = { wrap_id: wrap.id, key_name: wrap.keyName, value: wrap.value.toBase64() };
    wrap.value.wipe();
    return answer;
  }
}
