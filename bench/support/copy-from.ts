import type pg from 'pg';

const CHUNK = 64 * 1024;

/** What a pg client calls as the messages of a COPY come in; its types know of none of it. */
interface CopyConnection {
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * Runs `COPY … FROM STDIN` with the text and resolves once it has committed (PostgreSQL protocol 3.0, "COPY
 * Operations").
 */
export async function copyFrom(client: pg.ClientBase, sql: string, text: Buffer): Promise<void> {
  let failure: Error | null = null;
  await new Promise<void>((resolve, reject) => {
    const copy = {
      submit: (connection: CopyConnection) => connection.query(sql),
      handleCopyInResponse: (connection: CopyConnection) => {
        for (let at = 0; at < text.length; at += CHUNK)
          connection.sendCopyFromChunk(text.subarray(at, at + CHUNK));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => void (failure = error),
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    };
    client.query(copy as unknown as pg.Submittable);
  });
}
