import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Access requests and all that carries one out: votes, jobs, wraps and reveal sessions. */
export class CreateRequests1763700000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The state machine once more, as rows: a status that no transition leads to cannot be stored.
      CREATE TABLE request_transitions (
        type text NOT NULL,
        status_before text NOT NULL,
        status text NOT NULL,
        CONSTRAINT pk_request_transitions PRIMARY KEY (type, status_before, status)
      );
      INSERT INTO request_transitions (type, status_before, status)
        SELECT type, status_before, status
        FROM (VALUES ('patch'), ('read')) t (type),
          (VALUES ('new', 'pending'), ('new', 'approved'),
            ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'cancelled'), ('pending', 'expired'),
            ('approved', 'executed'), ('approved', 'failed'), ('approved', 'cancelled'), ('approved', 'expired')) s (status_before, status);
      INSERT INTO request_transitions (type, status_before, status) VALUES
        ('cross_team', 'new', 'pending_values'),
        ('cross_team', 'pending_values', 'pending_verification'),
        ('cross_team', 'pending_values', 'approved'),
        ('cross_team', 'pending_values', 'refused'),
        ('cross_team', 'pending_values', 'expired'),
        ('cross_team', 'pending_values', 'cancelled'),
        ('cross_team', 'pending_verification', 'approved'),
        ('cross_team', 'pending_verification', 'rejected'),
        ('cross_team', 'pending_verification', 'cancelled'),
        ('cross_team', 'approved', 'executed'),
        ('cross_team', 'approved', 'failed');

      CREATE TABLE access_requests (
        id uuid CONSTRAINT pk_access_requests PRIMARY KEY,
        type text NOT NULL CONSTRAINT ck_access_requests_type CHECK (type IN ('patch', 'read', 'cross_team')),
        operation text NOT NULL CONSTRAINT ck_access_requests_operation CHECK (operation IN ('read', 'patch', 'reveal')),
        status_before text NOT NULL DEFAULT 'new',
        status text NOT NULL,
        direct boolean NOT NULL DEFAULT false,
        requester_id uuid NOT NULL CONSTRAINT fk_access_requests_requester REFERENCES users (id),
        project_id uuid NOT NULL CONSTRAINT fk_access_requests_project REFERENCES projects (id),
        environment_id uuid NOT NULL,
        provider_connection_id uuid NOT NULL,
        secret_ref text NOT NULL CONSTRAINT ck_access_requests_secret_ref CHECK (length(secret_ref) BETWEEN 1 AND 1024),
        keys text[] NOT NULL CONSTRAINT ck_access_requests_keys CHECK (cardinality(keys) BETWEEN 1 AND 100),
        justification text,
        workflow_id uuid NOT NULL,
        policy_rule_id uuid NOT NULL,
        requires_mfa boolean NOT NULL,
        min_approvers integer NOT NULL CONSTRAINT ck_access_requests_min_approvers CHECK (min_approvers BETWEEN 0 AND 10),
        allow_self_approval boolean NOT NULL,
        wrap_ttl_created_seconds integer NOT NULL,
        wrap_ttl_approved_seconds integer NOT NULL,
        wrap_ttl_claimed_seconds integer NOT NULL,
        request_ttl_seconds integer NOT NULL DEFAULT 86400,
        approvals_count integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        approved_at timestamptz,
        executed_at timestamptz,
        ended_at timestamptz,
        error text,
        reject_reason text,
        refuse_reason text,
        correlation_id uuid NOT NULL,
        target_team_id uuid CONSTRAINT fk_access_requests_target_team REFERENCES teams (id),
        target_project_id uuid CONSTRAINT fk_access_requests_target_project REFERENCES projects (id),
        filled_by_user_id uuid CONSTRAINT fk_access_requests_filled_by REFERENCES users (id),
        filled_at timestamptz,
        fill_comment text,
        requires_security_approval boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT fk_access_requests_transition FOREIGN KEY (type, status_before, status)
          REFERENCES request_transitions (type, status_before, status),
        CONSTRAINT ck_access_requests_cross_team CHECK (
          (type = 'cross_team') = (target_team_id IS NOT NULL AND target_project_id IS NOT NULL))
      );
      CREATE INDEX ix_access_requests_created ON access_requests (created_at, id);
      CREATE INDEX ix_access_requests_requester ON access_requests (requester_id, created_at, id);
      CREATE INDEX ix_access_requests_project ON access_requests (project_id, created_at, id);
      CREATE INDEX ix_access_requests_status ON access_requests (status, created_at, id);
      CREATE INDEX ix_access_requests_target_team ON access_requests (target_team_id, status) WHERE target_team_id IS NOT NULL;
      CREATE INDEX ix_access_requests_target_project ON access_requests (target_project_id) WHERE target_project_id IS NOT NULL;
      CREATE INDEX ix_access_requests_filled_by ON access_requests (filled_by_user_id) WHERE filled_by_user_id IS NOT NULL;
      CREATE INDEX ix_access_requests_connection ON access_requests (provider_connection_id, status);
      CREATE INDEX ix_access_requests_environment ON access_requests (environment_id, status);
      CREATE INDEX ix_access_requests_transition ON access_requests (type, status_before, status);
      CREATE INDEX ix_access_requests_expiring ON access_requests (expires_at)
        WHERE status IN ('pending', 'pending_values', 'approved');

      -- The next status leaves from the stored one; a terminal status has no row to leave by.
      CREATE FUNCTION check_request_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.type <> OLD.type THEN
          RAISE EXCEPTION 'request type is immutable' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.status <> OLD.status AND NEW.status_before <> OLD.status THEN
          RAISE EXCEPTION 'request status must move from the stored status' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.status = OLD.status AND NEW.status_before <> OLD.status_before THEN
          RAISE EXCEPTION 'request status history is immutable' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER tg_access_requests_transition BEFORE UPDATE ON access_requests
        FOR EACH ROW EXECUTE FUNCTION check_request_transition();

      CREATE TABLE approvals (
        id uuid CONSTRAINT pk_approvals PRIMARY KEY,
        request_id uuid NOT NULL CONSTRAINT fk_approvals_request REFERENCES access_requests (id) ON DELETE CASCADE,
        approver_id uuid NOT NULL CONSTRAINT fk_approvals_approver REFERENCES users (id),
        decision text NOT NULL CONSTRAINT ck_approvals_decision CHECK (decision IN ('approve', 'reject')),
        voted_as text CONSTRAINT ck_approvals_voted_as CHECK (voted_as IN ('source', 'security')),
        comment text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_approvals_one_vote UNIQUE (request_id, approver_id)
      );
      CREATE INDEX ix_approvals_approver ON approvals (approver_id);

      CREATE TABLE jobs (
        id uuid CONSTRAINT pk_jobs PRIMARY KEY,
        kind text NOT NULL CONSTRAINT ck_jobs_kind CHECK (kind IN ('read', 'patch', 'discover', 'connectivity_check')),
        status text NOT NULL DEFAULT 'queued' CONSTRAINT ck_jobs_status CHECK (status IN ('queued', 'claimed', 'succeeded', 'failed')),
        provider_connection_id uuid,
        cluster_name text,
        target jsonb,
        request_id uuid CONSTRAINT fk_jobs_request REFERENCES access_requests (id),
        secret_ref text,
        keys text[] NOT NULL DEFAULT '{}',
        value_ttl_seconds integer,
        correlation_id uuid NOT NULL,
        agent_id uuid CONSTRAINT fk_jobs_agent REFERENCES agents (id),
        -- Every agent that ever held it: one that lost it is told so, a stranger finds no such job (D80).
        held_by uuid[] NOT NULL DEFAULT '{}',
        attempt integer NOT NULL DEFAULT 0 CONSTRAINT ck_jobs_attempt CHECK (attempt BETWEEN 0 AND 5),
        lease_expires_at timestamptz,
        claimed_at timestamptz,
        finished_at timestamptz,
        error text CONSTRAINT ck_jobs_error CHECK (length(error) <= 280),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_jobs_claimed_has_lease CHECK (
          status <> 'claimed' OR (agent_id IS NOT NULL AND lease_expires_at IS NOT NULL)),
        CONSTRAINT ck_jobs_value_jobs_have_request CHECK ((kind IN ('read', 'patch')) = (request_id IS NOT NULL)),
        CONSTRAINT ck_jobs_place CHECK (provider_connection_id IS NOT NULL OR cluster_name IS NOT NULL)
      );
      CREATE INDEX ix_jobs_open_connection ON jobs (provider_connection_id, created_at, id) WHERE status IN ('queued', 'claimed');
      CREATE INDEX ix_jobs_open_cluster ON jobs (cluster_name, created_at, id) WHERE status IN ('queued', 'claimed');
      CREATE INDEX ix_jobs_request ON jobs (request_id);
      CREATE INDEX ix_jobs_agent ON jobs (agent_id, status);
      CREATE INDEX ix_jobs_lease ON jobs (lease_expires_at) WHERE status = 'claimed';
      -- Approving twice must never hand a value out twice.
      CREATE UNIQUE INDEX uq_jobs_one_per_request ON jobs (request_id) WHERE request_id IS NOT NULL;

      CREATE TABLE wraps (
        id uuid CONSTRAINT pk_wraps PRIMARY KEY,
        request_id uuid NOT NULL CONSTRAINT fk_wraps_request REFERENCES access_requests (id) ON DELETE CASCADE,
        key_name text NOT NULL CONSTRAINT ck_wraps_key_name CHECK (key_name ~ '^[A-Za-z0-9_./-]+$' AND length(key_name) <= 256),
        audience text NOT NULL CONSTRAINT ck_wraps_audience CHECK (audience IN ('agent', 'requester')),
        job_id uuid CONSTRAINT fk_wraps_job REFERENCES jobs (id),
        attempt integer,
        ciphertext bytea,
        nonce bytea CONSTRAINT ck_wraps_nonce CHECK (octet_length(nonce) = 12),
        wrapped_key text,
        expires_at timestamptz NOT NULL,
        consumed_at timestamptz,
        destroyed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_wraps_ended_has_no_ciphertext CHECK (
          (consumed_at IS NULL AND destroyed_at IS NULL)
          = (ciphertext IS NOT NULL AND nonce IS NOT NULL AND wrapped_key IS NOT NULL)),
        CONSTRAINT ck_wraps_ends_once CHECK (num_nonnulls(consumed_at, destroyed_at) <= 1)
      );
      CREATE INDEX ix_wraps_request ON wraps (request_id, audience);
      CREATE INDEX ix_wraps_job ON wraps (job_id) WHERE job_id IS NOT NULL;
      CREATE INDEX ix_wraps_expiring ON wraps (expires_at) WHERE consumed_at IS NULL AND destroyed_at IS NULL;
      CREATE UNIQUE INDEX uq_wraps_live_key ON wraps (request_id, audience, key_name)
        WHERE destroyed_at IS NULL;

      CREATE TABLE reveal_sessions (
        id uuid CONSTRAINT pk_reveal_sessions PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_reveal_sessions_user REFERENCES users (id),
        project_id uuid NOT NULL CONSTRAINT fk_reveal_sessions_project REFERENCES projects (id),
        environment_id uuid NOT NULL,
        access_request_id uuid NOT NULL CONSTRAINT fk_reveal_sessions_request REFERENCES access_requests (id),
        wrap_ids uuid[] NOT NULL,
        ttl_seconds integer NOT NULL CONSTRAINT ck_reveal_sessions_ttl CHECK (ttl_seconds BETWEEN 10 AND 300),
        opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        expired_at timestamptz,
        expired_reason text CONSTRAINT ck_reveal_sessions_reason CHECK (expired_reason IN ('ttl', 'user_hide', 'unmount')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_reveal_sessions_end CHECK ((expired_at IS NULL) = (expired_reason IS NULL))
      );
      CREATE UNIQUE INDEX uq_reveal_sessions_open ON reveal_sessions (access_request_id) WHERE expired_at IS NULL;
      CREATE INDEX ix_reveal_sessions_request ON reveal_sessions (access_request_id);
      CREATE INDEX ix_reveal_sessions_user ON reveal_sessions (user_id) WHERE expired_at IS NULL;
      CREATE INDEX ix_reveal_sessions_project ON reveal_sessions (project_id);
      CREATE INDEX ix_reveal_sessions_expiring ON reveal_sessions (expires_at) WHERE expired_at IS NULL;
    `);
  }

  down = forwardOnly;
}
