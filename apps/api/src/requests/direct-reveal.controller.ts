import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '#libs/rbac';
import { RequestKinds, RequestReadModel, SubmissionService } from '#libs/requests';
import { SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { RequestResponse } from './requests.dto.js';
import { DirectRevealBody } from './submit.dto.js';

@ApiTags('requests')
@Controller('projects/:id/environments/:env_id/direct-reveal')
export class DirectRevealController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly read: RequestReadModel,
    private readonly kinds: RequestKinds,
  ) {}

  /** The permission is the first of three conditions, which have one code; so the service looks at it (D33, D65). */
  @Post()
  @SignedIn()
  @Idempotent()
  async reveal(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) projectId: string,
    @Param('env_id', UuidPipe) environmentId: string,
    @Body() body: DirectRevealBody,
  ): Promise<RequestResponse> {
    const connectionId = body.provider_connection_id.toLowerCase();
    const input = { projectId, environmentId, connectionId, secretRef: body.secret_ref, keys: body.keys };
    const id = await this.submissions.directReveal(caller, input);
    return RequestResponse.for(caller, this.kinds)(await this.read.acted(id));
  }
}
