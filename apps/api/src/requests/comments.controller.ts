import { Body, Controller, Param, Post } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { CommentService, requestErrors } from '#libs/requests';
import { ErrorEnvelopeV2, SignedIn } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CommentBody, CommentResponse } from './comments.dto.js';

@Tag('requests')
@ErrorEnvelopeV2()
@SignedIn()
@Controller('requests/:id/comments')
export class CommentsController {
  constructor(private readonly comments: CommentService) {}

  /** Comments appear in the timeline; a request has at most 200. */
  @Post()
  @Idempotent()
  @Limited({ bucket: 'request.comment', per: 'user', limit: 60, windowSeconds: 60, openWithoutCache: true })
  @Operation('Comment on a request', requestErrors.notFound, requestErrors.tooManyComments)
  async add(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CommentBody,
  ): Promise<CommentResponse> {
    return CommentResponse.of(await this.comments.add(caller, id, body.text));
  }
}
