import { Body, Controller, HttpCode, Next, Param, Post, Res } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { AgentJobService, type AgentPrincipal } from '#libs/agents';
import { JobCompletion, jobErrors } from '#libs/jobs';
import { AgentOnly, Unaudited } from '../access/access.js';
import { CurrentAgent } from '../access/principal.js';
import { answerLater } from '../http/answer-later.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Poll } from '../load/shedding-marks.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { ClaimBody, ClaimResponse, CompleteBody } from './agent-jobs.dto.js';

/** Lets agents claim jobs and report their outcomes. */
@Tag('agents')
@AgentOnly()
@Controller('agents/:id/jobs')
export class AgentJobsController {
  constructor(
    private readonly jobs: AgentJobService,
    private readonly completion: JobCompletion,
  ) {}

  @Post('claim')
  @Unaudited('silent when there is no job')
  @Poll()
  @HttpCode(200)
  @Operation('Claim the next job, waiting up to wait_seconds for one')
  @Answers(204, 'No job.')
  claim(
    @CurrentAgent() agent: AgentPrincipal,
    @Body() body: ClaimBody,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): ClaimResponse | undefined {
    answerLater(response, next, this.nextJob(agent, body.wait_seconds ?? 0, response));
    return undefined;
  }

  @Post(':job_id/complete')
  @Unaudited('silent when the same report is repeated')
  @HttpCode(204)
  @Operation('Complete a job', jobErrors.notFound, jobErrors.notClaimed, jobErrors.incomplete)
  async complete(
    @CurrentAgent() agent: AgentPrincipal,
    @Param('job_id', UuidPipe) jobId: string,
    @Body() body: CompleteBody,
  ): Promise<void> {
    await this.completion.complete(agent.agentId, jobId, body);
  }

  private async nextJob(
    agent: AgentPrincipal,
    waitSeconds: number,
    response: Response,
  ): Promise<ClaimResponse | null> {
    const gone = new AbortController();
    // Any reason but the default one, which is an error with its stack.
    response.once('close', () => gone.abort('gone'));
    const claimed = await this.jobs.claim(agent, waitSeconds, gone.signal);
    return claimed && ClaimResponse.of(claimed);
  }
}
