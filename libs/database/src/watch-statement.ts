import { currentCorrelationId } from '#libs/core';
import { componentLogger } from '#libs/logging';
import { openSpan } from '#libs/tracing';
import { statementSummary } from './statement-summary.js';

const logger = componentLogger('Database');

/**
 * Makes a statement that was just sent a span, and logs it when its answer takes longer than `slowMs` (0: never): both
 * without its text, which may hold values where it has no parameters. On a pipelined connection the time includes the
 * statements before it.
 *
 * @param text the statement, or any other argument of `query`
 * @param name the one that it is prepared by
 */
export function watchStatement(
  answer: Promise<unknown>,
  text: unknown,
  name: string | null,
  slowMs: number,
): void {
  openSpan('statement', () => factsOf(text, name))?.until(answer);
  if (slowMs === 0) return;
  const sentAt = performance.now();
  const answered = (): void => {
    const duration = performance.now() - sentAt;
    if (duration > slowMs) tell(text, name, duration);
  };
  answer.then(answered, answered);
}

function tell(text: unknown, name: string | null, duration: number): void {
  const line = {
    statement: statementSummary(text),
    statement_name: name,
    duration_ms: Math.round(duration),
    correlation_id: currentCorrelationId(),
  };
  logger.warn(line, 'slow statement');
}

function factsOf(text: unknown, name: string | null) {
  const summary = statementSummary(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
  return { name: summary, attributes: name ? { ...attributes, 'countersign.statement': name } : attributes };
}
