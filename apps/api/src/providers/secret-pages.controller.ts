import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { AgentPrincipal } from '#libs/agents';
import { jobErrors } from '#libs/jobs';
import { DiscoveryReports, type PageCounts } from '#libs/discovery';
import { AgentOnly, Unaudited } from '../access/access.js';
import { CurrentAgent } from '../access/principal.js';
import { ListsBody } from '../http/body-options.js';
import { BodyShape, Operation, Tag } from '../openapi/operation.js';
import { SecretPageBody } from './secret-pages.dto.js';
import { type SecretPage, SecretPagePipe } from './secret-page.pipe.js';

const MAX_BYTES = 8 * 1024 * 1024;
const WITHIN_MS = 60_000;

/** Receives discovered secrets, page by page: names and labels only (D55). */
@Tag('agents')
@AgentOnly()
@Controller('agents/:id/secrets')
export class SecretPagesController {
  constructor(private readonly reports: DiscoveryReports) {}

  @Post('bulk')
  @Unaudited('pages of a discovery, which is audited when it starts and ends')
  @HttpCode(200)
  @ListsBody(MAX_BYTES, WITHIN_MS)
  @BodyShape(SecretPageBody)
  @Operation(
    'Report a page of discovered secrets: names and labels only',
    jobErrors.notFound,
    jobErrors.notClaimed,
  )
  async report(
    @CurrentAgent() agent: AgentPrincipal,
    @Body(SecretPagePipe) page: SecretPage,
  ): Promise<PageCounts> {
    return this.reports.report(agent.agentId, page.jobId, page.secrets);
  }
}
