import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { httpErrors } from '#libs/core';

/** Validates a path parameter as a UUID and returns it in lower case; else 400 validation_failed (D2). */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string, metadata: ArgumentMetadata): string {
    if (isUUID(value)) return value.toLowerCase();
    throw httpErrors.invalidField(metadata.data ?? 'id', 'must be a UUID');
  }
}
