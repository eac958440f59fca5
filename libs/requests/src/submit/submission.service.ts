import { Injectable } from '@nestjs/common';
import { StepUpGate } from '#libs/auth';
import { newId, ownCorrelationId } from '#libs/core';
import { KeyService } from '#libs/kms';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import type { SecretBytes } from '#libs/secret-bytes';
import { type SealedWrap, sealWraps } from '#libs/wraps';
import { lacksJustification } from '#libs/policies';
import type { SubmittedRequest } from '../access-request.js';
import { hasQuorum } from '../domain/request-actions.js';
import { RequestWriter, type Submission } from './request-writer.js';
import { requestErrors } from '../requests.errors.js';
import { type SubmissionContext, SubmissionGate, type SubmitTarget } from './submission-gate.js';

/** The input of a read request; a patch has values instead of key names. */
export interface ReadInput extends SubmitTarget {
  readonly keys: readonly string[];
  readonly justification: string | null;
}

export interface PatchInput extends SubmitTarget {
  readonly values: ReadonlyMap<string, SecretBytes>;
  readonly justification: string | null;
}

/** Submits requests. Each method returns the request as inserted and throws the errors of the gate. */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly gate: SubmissionGate,
    private readonly writer: RequestWriter,
    private readonly keys: KeyService,
    private readonly stepUp: StepUpGate,
  ) {}

  /** @throws DomainError also justification_required; step_up_required where the rule requires it (D41) */
  async read(caller: Caller, input: ReadInput): Promise<SubmittedRequest> {
    const context = await this.gate.forSubmit(caller, input, 'read');
    await this.checkWorkflow(caller, context, input.justification);
    return this.write(caller, submissionOf(caller, input, context, 'read'), []);
  }

  /**
   * Submits a patch. Seals the values for the agent before anything is written (D26). The caller wipes them.
   */
  async patch(caller: Caller, input: PatchInput): Promise<SubmittedRequest> {
    const context = await this.gate.forSubmit(caller, input, 'patch');
    await this.checkWorkflow(caller, context, input.justification);
    const submission = submissionOf(caller, { ...input, keys: [...input.values.keys()] }, context, 'patch');
    return this.write(caller, submission, await sealWraps(this.keys, submission.id, 'agent', input.values));
  }

  /** Submits a read that is approved immediately if all three conditions of direct reveal hold (D33). */
  async directReveal(
    caller: Caller,
    input: SubmitTarget & { keys: readonly string[] },
  ): Promise<SubmittedRequest> {
    const context = await this.gate.forDirectReveal(caller, input);
    if (context.rule.requiresMfa) await this.stepUp.require(caller);
    const read = submissionOf(caller, { ...input, justification: null }, context, 'read');
    return this.write(caller, { ...read, operation: 'reveal', direct: true, approved: true }, []);
  }

  private async checkWorkflow(
    caller: Caller,
    context: SubmissionContext,
    justification: string | null,
  ): Promise<void> {
    const { workflow, requiresMfa } = context.rule;
    if (lacksJustification(workflow, justification)) throw requestErrors.justificationRequired();
    if (requiresMfa) await this.stepUp.require(caller);
  }

  private async write(
    caller: Caller,
    submission: Omit<Submission, 'wraps'>,
    wraps: readonly SealedWrap[],
  ): Promise<SubmittedRequest> {
    return this.writer.write(actorOf(caller), { ...submission, wraps });
  }
}

/** Returns the request to write. The workflow's values are frozen here (D29). */
function submissionOf(
  caller: Caller,
  input: ReadInput,
  { connection, rule }: SubmissionContext,
  type: 'read' | 'patch',
): Omit<Submission, 'wraps'> {
  return {
    id: newId(),
    type,
    operation: type,
    direct: false,
    requesterId: caller.userId,
    projectId: input.projectId,
    environmentId: input.environmentId,
    connectionId: input.connectionId,
    connectionVersion: connection.version,
    clusterName: connection.clusterName,
    secretRef: input.secretRef,
    keys: input.keys,
    justification: input.justification,
    ruleId: rule.ruleId,
    requiresMfa: rule.requiresMfa,
    workflow: rule.workflow,
    approved: hasQuorum(rule.workflow, 0),
    correlationId: ownCorrelationId(),
  };
}
