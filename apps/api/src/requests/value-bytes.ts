import { finished } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { RetrievedWrap } from '#libs/requests';

export const BYTES = 'application/octet-stream';

/** Returns a value's bytes, wiped once the response is sent or its client has disconnected. */
export function valueBytes({ keyName, value }: RetrievedWrap, response: Response): StreamableFile {
  response.setHeader('Countersign-Key-Name', keyName);
  finished(response, () => value.wipe());
  return new StreamableFile(value.reveal(), { type: BYTES, length: value.length });
}
