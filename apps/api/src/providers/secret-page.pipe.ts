import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { httpErrors } from '#libs/core';
import { type DiscoveredSecret, readDiscoveredPage } from '#libs/discovery';

/** A validated page of discovered secrets. */
export interface SecretPage {
  readonly jobId: string;
  readonly secrets: readonly DiscoveredSecret[];
}

/**
 * Validates a page without decorators, which would take longer over a thousand secrets than the database takes to write
 * them.
 */
@Injectable()
export class SecretPagePipe implements PipeTransform<Record<string, unknown>, Promise<SecretPage>> {
  async transform(body: Record<string, unknown>): Promise<SecretPage> {
    const { job_id: jobId, secrets, ...rest } = body;
    if (Object.keys(rest).length > 0) throw httpErrors.invalidField('body', 'holds an unknown member');
    if (typeof jobId !== 'string' || !isUUID(jobId))
      throw httpErrors.invalidField('job_id', 'must be a UUID');
    const read = await readDiscoveredPage(secrets);
    if (!Array.isArray(read)) throw httpErrors.validationFailed([read]);
    return { jobId: jobId.toLowerCase(), secrets: read };
  }
}
