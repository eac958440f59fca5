import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { type ObservedApplication, readObservedApplications } from '#libs/gitops';
import { httpErrors } from '#libs/core';

/** A validated report. */
export interface Observations {
  readonly endpointId: string;
  readonly applications: readonly ObservedApplication[];
}

/** Validates a report without decorators, which would take longer than the database. */
@Injectable()
export class ObservationsPipe implements PipeTransform<Record<string, unknown>, Observations> {
  transform(body: Record<string, unknown>): Observations {
    const { endpoint_id: endpointId, applications, ...rest } = body;
    if (Object.keys(rest).length > 0) throw httpErrors.invalidField('body', 'holds an unknown member');
    if (!isUUID(endpointId)) throw httpErrors.invalidField('endpoint_id', 'must be a UUID');
    const read = readObservedApplications(applications);
    if (!Array.isArray(read)) throw httpErrors.validationFailed([read]);
    return { endpointId: String(endpointId).toLowerCase(), applications: read };
  }
}
