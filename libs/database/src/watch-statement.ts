import { currentCorrelationId } from '#libs/core';
import { componentLogger } from '#libs/logging';
import { openSpan } from '#libs/tracing';
import { statementSummary } from './statement-summary.js';

const logger = componentLogger('Database');

/**
 * Traces a statement that was just sent, and logs it when it takes longer than `slowMs` (0: never), both without its text,
 * which may contain values. On a pipelined connection the time includes that of earlier statements.
 *
 * @param text the statement, or any other argument of `query`
 * @param name the name under which it is prepared
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
    if (duration > slowMs) logSlow(text, name, duration);
  };
  answer.then(answered, answered);
}

function logSlow(text: unknown, name: string | null, duration: number): void {
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
