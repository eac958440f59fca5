import { CreateIdentity1763700000001 } from './1763700000001-create-identity.js';
import { CreateTenancyAndRoles1763700000002 } from './1763700000002-create-tenancy-and-roles.js';
import { CreatePolicies1763700000003 } from './1763700000003-create-policies.js';
import { CreateProvidersAndAgents1763700000004 } from './1763700000004-create-providers-and-agents.js';
import { CreateRequests1763700000005 } from './1763700000005-create-requests.js';
import { CreateAudit1763700000006 } from './1763700000006-create-audit.js';
import { CreateIdempotencyKeys1763700000007 } from './1763700000007-create-idempotency-keys.js';
import { AddDiscoveryRuns1763700000020 } from './1763700000020-add-discovery-runs.js';
import { AddIdempotencyAttempts1763700000021 } from './1763700000021-add-idempotency-attempts.js';
import { CreateAuditLog1763700000031 } from './1763700000031-create-audit-log.js';
import { IndexAuditActorAction1763700000032 } from './1763700000032-index-audit-actor-action.js';
import { CreateGitops1763700000033 } from './1763700000033-create-gitops.js';
import { AddBackupEligibility1763700000035 } from './1763700000035-add-backup-eligibility.js';
import { PlanLabelLookupsSerially1763700000037 } from './1763700000037-plan-label-lookups-serially.js';
import { IndexGrantsAndBindings1763700000040 } from './1763700000040-index-grants-and-bindings.js';
import { BoundAuditEvents1763700000043 } from './1763700000043-bound-audit-events.js';
import { IndexDueDiscoveriesAndPlatformRules1763700000050 } from './1763700000050-index-due-discoveries-and-platform-rules.js';
import { AddSecretBindingPermission1763700000065 } from './1763700000065-add-secret-binding-permission.js';
import { IndexWhatIsPruned1763700000068 } from './1763700000068-index-what-is-pruned.js';
import { FreezeConnectionsOfRequests1763700000071 } from './1763700000071-freeze-connections-of-requests.js';
import { NameClustersOfEnrollmentTokens1763700000072 } from './1763700000072-name-clusters-of-enrollment-tokens.js';
import { AddAgentSecretRotation1763700000078 } from './1763700000078-add-agent-secret-rotation.js';
import { AddSkippedNamesOfDiscovery1763700000081 } from './1763700000081-add-skipped-names-of-discovery.js';
import { RecordPolicyChanges1763700000091 } from './1763700000091-record-policy-changes.js';
import { AddReplicationHeartbeat1763700000097 } from './1763700000097-add-replication-heartbeat.js';
import { IndexPeopleByPrefix1764000000001 } from './1764000000001-index-people-by-prefix.js';
import { IndexRequestFilters1764000000002 } from './1764000000002-index-request-filters.js';
import { AddApproverDirectory1764000000003 } from './1764000000003-add-approver-directory.js';
import { CreateRequestComments1764000000004 } from './1764000000004-create-request-comments.js';
import { IndexFleetAndJobs1764100000001 } from './1764100000001-index-fleet-and-jobs.js';
import { IndexSecretsByPlace1764100000002 } from './1764100000002-index-secrets-by-place.js';
import { IndexRequestsOfASecret1764100000003 } from './1764100000003-index-requests-of-a-secret.js';
import { IndexUnsuccessfulAuditEvents1764100000004 } from './1764100000004-index-unsuccessful-audit-events.js';
import { AddCliDeviceSignIn1764200000001 } from './1764200000001-add-cli-device-sign-in.js';
import { CreateWorkloadIdentities1764300000001 } from './1764300000001-create-workload-identities.js';
import { IndexGrantsByOrigin1764400000001 } from './1764400000001-index-grants-by-origin.js';
import { IndexAuditEventsOfAProject1764500000001 } from './1764500000001-index-audit-events-of-a-project.js';

/** Every migration, oldest first. A landed one is never edited; a change is a new one at the end. */
export const migrations = [
  CreateIdentity1763700000001,
  CreateTenancyAndRoles1763700000002,
  CreatePolicies1763700000003,
  CreateProvidersAndAgents1763700000004,
  CreateRequests1763700000005,
  CreateAudit1763700000006,
  CreateIdempotencyKeys1763700000007,
  AddDiscoveryRuns1763700000020,
  AddIdempotencyAttempts1763700000021,
  CreateAuditLog1763700000031,
  IndexAuditActorAction1763700000032,
  CreateGitops1763700000033,
  AddBackupEligibility1763700000035,
  PlanLabelLookupsSerially1763700000037,
  IndexGrantsAndBindings1763700000040,
  BoundAuditEvents1763700000043,
  IndexDueDiscoveriesAndPlatformRules1763700000050,
  AddSecretBindingPermission1763700000065,
  IndexWhatIsPruned1763700000068,
  FreezeConnectionsOfRequests1763700000071,
  NameClustersOfEnrollmentTokens1763700000072,
  AddAgentSecretRotation1763700000078,
  AddSkippedNamesOfDiscovery1763700000081,
  RecordPolicyChanges1763700000091,
  AddReplicationHeartbeat1763700000097,
  IndexPeopleByPrefix1764000000001,
  IndexRequestFilters1764000000002,
  AddApproverDirectory1764000000003,
  CreateRequestComments1764000000004,
  IndexFleetAndJobs1764100000001,
  IndexSecretsByPlace1764100000002,
  IndexRequestsOfASecret1764100000003,
  IndexUnsuccessfulAuditEvents1764100000004,
  AddCliDeviceSignIn1764200000001,
  CreateWorkloadIdentities1764300000001,
  IndexGrantsByOrigin1764400000001,
  IndexAuditEventsOfAProject1764500000001,
];
