import { useState } from 'react';
import { ApiError, type Versioned } from '../api/client.js';

/** A row in a form that changes it. */
export interface VersionedEdit<Row> extends Versioned<Row> {
  /** As it was when the form opened. */
  readonly opened: Row;
  /** Sends the form; where somebody else was first, the row as it is now is held for the next try. */
  readonly send: (change: (read: Versioned<Row>) => Promise<unknown>) => Promise<void>;
}

/**
 * Holds a row as it was when its form opened, whatever the page around it reads meanwhile: a newer version than the person
 * saw must not be overwritten unseen.
 *
 * @param again reads the row anew
 */
export function useVersionedEdit<Row>(
  read: Versioned<Row>,
  again: () => Promise<Versioned<Row>>,
): VersionedEdit<Row> {
  const [opened] = useState(read.row);
  const [held, hold] = useState(read);
  const send: VersionedEdit<Row>['send'] = async (change) => {
    try {
      await change(held);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') hold(await again());
      throw error;
    }
  };
  return { ...held, opened, send };
}
