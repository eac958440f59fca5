import { Injectable } from '@nestjs/common';
import { workloadErrors } from '#libs/auth';
import { DomainError } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { type GoverningRule, lacksJustification } from '#libs/policies';
import { ApproverReadModel, type ApproverGroup } from '../approvers.read-model.js';
import type { DirectRevealCondition } from '../requests.errors.js';
import { SubmissionGate, type SubmitTarget } from './submission-gate.js';

export interface PreviewInput extends SubmitTarget {
  readonly operation: 'read' | 'patch';
  readonly justification: string | null;
}

/** The expected result of a submission. */
export interface Preview {
  /** Error codes of the refusals. Checks behind a failed check of the project or environment are skipped. */
  readonly refusals: readonly string[];
  /** The governing rule; null when a refusal precedes its evaluation. */
  readonly rule: GoverningRule | null;
  /** On a refusal, a null `condition` means a reason other than the three conditions. */
  readonly directReveal: { readonly allowed: boolean; readonly condition: DirectRevealCondition | null };
  readonly approverGroups: readonly ApproverGroup[];
}

/** Errors of the preview itself: the caller has no access to the project. */
const NO_ACCESS = new Set(['project_not_found', 'out_of_scope_project']);

/** Previews a submission with the same gate that a submission passes. Writes nothing, including audit events. */
@Injectable()
export class SubmissionPreview {
  constructor(
    private readonly gate: SubmissionGate,
    private readonly approvers: ApproverReadModel,
  ) {}

  /** @throws DomainError project_not_found, out_of_scope_project */
  async of(caller: Caller, input: PreviewInput): Promise<Preview> {
    const { rule, refusals } = await this.submit(caller, input);
    const directReveal = await this.directReveal(caller, input);
    const approverGroups = await this.approvers.groupsOf(input.projectId);
    return { rule, refusals, directReveal, approverGroups };
  }

  private async submit(caller: Caller, input: PreviewInput): Promise<Pick<Preview, 'rule' | 'refusals'>> {
    const found = await refusalOr(this.gate.forSubmit(caller, input, input.operation, 'preview'));
    if (found instanceof DomainError) {
      if (NO_ACCESS.has(found.code)) throw found;
      return { rule: null, refusals: [found.code] };
    }
    const { rule } = found;
    const unjustified = lacksJustification(rule.workflow, input.justification);
    const refusals = [
      ...(unjustified ? ['justification_required'] : []),
      ...(rule.requiresMfa && caller.workload !== null ? [workloadErrors.cannotStepUp().code] : []),
    ];
    return { rule, refusals };
  }

  private async directReveal(caller: Caller, input: PreviewInput): Promise<Preview['directReveal']> {
    if (input.operation === 'patch') return { allowed: false, condition: null };
    const found = await refusalOr(this.gate.forDirectReveal(caller, input, 'preview'));
    if (!(found instanceof DomainError)) return { allowed: true, condition: null };
    const { condition = null } = found.extra as { condition?: DirectRevealCondition };
    return { allowed: false, condition };
  }
}

/** Returns the error of a submission; rethrows any other. */
async function refusalOr<Result>(checks: Promise<Result>): Promise<Result | DomainError> {
  try {
    return await checks;
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'internal')
      return error;
    throw error;
  }
}
