// Made from docs/api/openapi.json by `npm run openapi`. Change the code that it describes instead.

export interface paths {
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents */
        get: operations["agents_list"];
        put?: never;
        /** Mint an agent without a token, where that is switched on */
        post: operations["agents_mint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/dek": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a data key for the values of a job */
        post: operations["agentValues_issueDek"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/gitops/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report the applications of an Argo CD endpoint of the agent's cluster */
        post: operations["observations_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the agent is there and renew the leases of its jobs
         * @description At most 6 calls in 60 s for each agent.
         */
        post: operations["agentSession_heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/jobs/{job_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report how a job ended */
        post: operations["agentJobs_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/jobs/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claim the next job, waiting for one for as long as asked */
        post: operations["agentJobs_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/public-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Register the key that values are sealed to */
        put: operations["agentSession_registerPublicKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an agent; its jobs return to the queue */
        post: operations["agents_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the credential of the call; it stays good for 60 seconds, and the new one is shown this once
         * @description At most 6 calls in 60 s for each agent.
         */
        post: operations["agentSession_rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/secrets/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a page of discovered secrets: names and labels only */
        post: operations["secretPages_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell an agent who it is; neither a sign of life nor counted as a heartbeat
         * @description For diagnosis: unlike a heartbeat it is no sign of life, and uses up nothing that a running agent needs. A wrong secret is audited, so that HEAD is not taken.
         *
         *     At most 12 calls in 60 s for each agent.
         */
        get: operations["agentSession_self"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/wraps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Post one sealed value of a job */
        post: operations["agentValues_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/wraps/{wrap_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Take one sealed value that a job is to write; once */
        get: operations["agentValues_take"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Trade an enrollment token for an agent and its credential */
        post: operations["agents_enroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/argocd-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List Argo CD endpoints */
        get: operations["argocdEndpoints_list"];
        put?: never;
        /** Register an Argo CD endpoint */
        post: operations["argocdEndpoints_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/argocd-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an endpoint with its mappings and what was seen there */
        delete: operations["argocdEndpoints_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/argocd-endpoints/{id}/discovered-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the applications seen at an endpoint, each as it was last seen */
        get: operations["argocdEndpoints_applications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/argocd-endpoints/{id}/enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switch an endpoint on or off */
        put: operations["argocdEndpoints_setEnabled"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-checkpoints/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prove that the audit log only grew */
        get: operations["auditCheckpoints_consistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-checkpoints/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the newest signed checkpoint of the audit log */
        get: operations["auditCheckpoints_latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events, newest first
         * @description As application/x-ndjson: all of them (or `limit`), one a line, with their places in the log that proofs speak of.
         */
        get: operations["auditEvents_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prove that an event stands in the audit log */
        get: operations["auditEvents_proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with an e-mail and a password
         * @description At most 30 calls in 60 s for each source address.
         */
        post: operations["signIn_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session */
        post: operations["signIn_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a step-up */
        post: operations["stepUp_challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a step-up; the session is fresh from then on
         * @description At most 10 calls in 60 s for each user.
         */
        post: operations["stepUp_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/backchannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the provider's word that a session has ended
         * @description Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0). Further members of the form are ignored, as §2.5 has it.
         *
         *     At most 60 calls in 60 s for each source address.
         */
        post: operations["oidcLogout_backchannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take the browser back from the identity provider
         * @description Takes the provider's answer and sends the browser on; a failure is `?error=sign_in_failed` there.
         *
         *     At most 60 calls in 60 s for each source address.
         */
        get: operations["oidc_callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session, and say where the provider's ends
         * @description Ends the session, and says where the browser ends the one at the provider.
         *
         *     At most 60 calls in 60 s for each source address.
         */
        post: operations["oidcLogout_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send the browser to the identity provider
         * @description Sends the browser to the identity provider. `return_to` is a path on this origin, else `/`; `step_up=true` asks for a fresh strong authentication of the session that is there.
         *
         *     At most 60 calls in 60 s for each source address.
         */
        get: operations["oidc_start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List environments */
        get: operations["environments_list"];
        put?: never;
        /** Create an environment */
        post: operations["environments_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/environments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one environment */
        get: operations["environments_one"];
        /** Change the description or risk level of an environment */
        put: operations["environments_update"];
        post?: never;
        /** Delete an environment with its bindings and rules */
        delete: operations["environments_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gitops-app-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the mappings of applications to environments */
        get: operations["appMappings_list"];
        put?: never;
        /** Map an application to an environment */
        post: operations["appMappings_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gitops-app-mappings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a mapping */
        delete: operations["appMappings_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a discovery or a connectivity check */
        post: operations["jobs_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one job, without values */
        get: operations["jobs_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell which service this is and what is set up
         * @description Whoever is signed in is told more: a cache that others share keeps only what strangers were told.
         */
        get: operations["meta_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give this description of the interface */
        get: operations["openapi_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the permissions there are
         * @description 304 when the client holds this very catalog.
         */
        get: operations["permissions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the platform settings */
        get: operations["platformSettings_read"];
        /** Change the platform settings */
        put: operations["platformSettings_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List platform rules */
        get: operations["policies_list"];
        put?: never;
        /** Create a platform rule */
        post: operations["policies_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one platform rule */
        get: operations["policies_one"];
        /** Change a platform rule */
        put: operations["policies_update"];
        post?: never;
        /** Delete a platform rule */
        delete: operations["policies_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a rule's versions, newest first */
        get: operations["policies_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell which rule would govern a scope, and why */
        post: operations["simulation_simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects */
        get: operations["projects_list"];
        put?: never;
        /**
         * Create a project
         * @description Any signed-in user may, but not fill the list.
         *
         *     At most 60 calls in 60 s for each user. Whoever holds user_role.edit everywhere is not counted.
         */
        post: operations["projects_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one project */
        get: operations["projects_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{id}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a project's environments */
        get: operations["projects_environments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{id}/environments/{env_id}/direct-reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a secret that a rule lets one see without approval
         * @description The permission is the first of three conditions, which have one code.
         */
        post: operations["directReveal_reveal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Archive a project, or take it up again
         * @description The service lets the creator and administrators change it.
         */
        put: operations["projects_setStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bind secrets to an environment */
        post: operations["projectSecrets_bind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/policy-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a project's rules and those it inherits */
        get: operations["projectRules_list"];
        put?: never;
        /** Create a rule of a project */
        post: operations["projectRules_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/policy-rules/{ruleID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one rule of a project */
        get: operations["projectRules_one"];
        /** Change a rule of a project */
        put: operations["projectRules_update"];
        post?: never;
        /** Delete a rule of a project */
        delete: operations["projectRules_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/policy-rules/{ruleID}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a rule's versions, newest first */
        get: operations["projectRules_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/provider-connection-bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a project's bindings */
        get: operations["projectBindings_list"];
        put?: never;
        /** Bind a connection to an environment of a project one binds for */
        post: operations["projectBindings_bind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/provider-connection-bindings/{bindingID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a binding of a project one binds for */
        delete: operations["projectBindings_unbind"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connection-bindings/{bid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a binding */
        delete: operations["bindings_unbind"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List provider connections: all, those to ask through, or those to bind */
        get: operations["connectionList_list"];
        put?: never;
        /** Create a provider connection */
        post: operations["providerConnections_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one provider connection whole */
        get: operations["providerConnections_one"];
        /** Change a provider connection */
        put: operations["providerConnections_update"];
        post?: never;
        /** Delete a provider connection that nothing uses */
        delete: operations["providerConnections_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connections/{id}/bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a connection's bindings */
        get: operations["bindings_list"];
        put?: never;
        /** Bind a connection to a project or one of its environments */
        post: operations["bindings_bind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connections/{id}/discover-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Discover the secrets of a connection now */
        post: operations["providerConnections_discoverNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connections/{id}/enrollment-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a connection's enrollment tokens */
        get: operations["enrollmentTokens_list"];
        put?: never;
        /** Issue an enrollment token; it is shown this once */
        post: operations["enrollmentTokens_issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provider-connections/{id}/enrollment-tokens/{tokenID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an enrollment token */
        delete: operations["enrollmentTokens_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requests that the caller may see */
        get: operations["requests_list"];
        put?: never;
        /** Ask to change keys of a secret */
        post: operations["requests_submitPatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one request with its votes */
        get: operations["requests_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Vote for a request */
        post: operations["requests_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraw one's own request */
        post: operations["requests_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/fill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Provide the values that another team asked for */
        post: operations["crossTeam_fill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/gitops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was seen of the applications of one's own request's environment since it was executed */
        get: operations["requestObservations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline to provide values */
        post: operations["crossTeam_refuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a request */
        post: operations["requests_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Vote on a filled request, for its source project or for security */
        post: operations["crossTeam_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/wraps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the wraps of one's own request */
        get: operations["wraps_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}/wraps/{wrap_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a wrap and give its value; once
         * @description Answers the value once; the wrap is spent and audited before the first byte leaves.
         *
         *     At most 20 calls in 60 s for each user.
         */
        get: operations["wraps_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/cross-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask another team for the values of a secret */
        post: operations["crossTeam_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List requests that wait for values of the teams that the caller covers */
        get: operations["inbox_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/inbox/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count requests that wait for values, per team */
        get: operations["inbox_count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask to read keys of a secret */
        post: operations["requests_submitRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reveal-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a reveal session of one's own request
         * @description At most 20 calls in 60 s for each user.
         */
        post: operations["revealSessions_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reveal-sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a reveal session early */
        post: operations["revealSessions_expire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reveal-sessions/me/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's open reveal sessions */
        get: operations["revealSessions_active"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List roles */
        get: operations["roles_list"];
        put?: never;
        /** Create a role */
        post: operations["roles_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one role */
        get: operations["roles_one"];
        put?: never;
        post?: never;
        /** Delete a role that nobody has */
        delete: operations["roles_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a role's permissions */
        put: operations["roles_setPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List discovered secrets */
        get: operations["secrets_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one discovered secret */
        get: operations["secrets_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List teams */
        get: operations["teams_list"];
        put?: never;
        /** Create a team */
        post: operations["teams_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one team */
        get: operations["teams_one"];
        /** Rename a team or move it with all below it */
        put: operations["teams_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Archive a team, or take it up again */
        put: operations["teams_setStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{teamID}/policy-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a team's rules and those it inherits */
        get: operations["teamRules_list"];
        put?: never;
        /** Create a rule of a team */
        post: operations["teamRules_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{teamID}/policy-rules/{ruleID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one rule of a team */
        get: operations["teamRules_one"];
        /** Change a rule of a team */
        put: operations["teamRules_update"];
        post?: never;
        /** Delete a rule of a team */
        delete: operations["teamRules_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{teamID}/policy-rules/{ruleID}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a rule's versions, newest first */
        get: operations["teamRules_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user-roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who has which role */
        get: operations["userRoles_list"];
        put?: never;
        /** Grant a role to a user */
        post: operations["userRoles_grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user-roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a role away from a user */
        delete: operations["userRoles_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["users_list"];
        put?: never;
        /** Create a local account */
        post: operations["users_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Disable a user, or let them in again */
        put: operations["users_setDisabled"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/mfa/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Clear a user's factors and sessions */
        delete: operations["users_clearFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End every session of a user */
        delete: operations["users_revokeSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the lock of an account */
        post: operations["users_unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{userID}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a user's roles */
        get: operations["userRoles_ofUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the caller with their roles, permissions and session */
        get: operations["me_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/mfa/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's second factors */
        get: operations["myFactors_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/mfa/factors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove one of one's factors */
        delete: operations["myFactors_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/mfa/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finish enrolling a TOTP factor with its first code */
        post: operations["myFactors_confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/mfa/totp/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to enroll a TOTP factor */
        post: operations["myFactors_startTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/mfa/webauthn/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finish enrolling a WebAuthn authenticator; an answer that does not hold ends the challenge */
        post: operations["myWebauthn_finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/mfa/webauthn/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to enroll a WebAuthn authenticator */
        post: operations["myWebauthn_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the projects that the caller's grants cover */
        get: operations["myProjects_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List workflows */
        get: operations["workflows_list"];
        put?: never;
        /** Create a workflow */
        post: operations["workflows_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one workflow */
        get: operations["workflows_one"];
        /** Change a workflow */
        put: operations["workflows_update"];
        post?: never;
        /** Delete a workflow that no rule names */
        delete: operations["workflows_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/scoped-policy-authorable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the workflows that scoped rules may use */
        get: operations["workflows_authorable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell that the process runs */
        get: operations["probes_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the metrics in the Prometheus text format, unless they have an address of their own */
        get: operations["probes_prometheus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell whether the process can be sent calls */
        get: operations["probes_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "access_request_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "opened_at": "2026-03-14T09:26:53.589Z",
         *       "session_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "expires_at": "2026-03-14T09:26:53.589Z",
         *       "ttl_seconds": 900,
         *       "wraps": [
         *         {
         *           "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "key_name": "api_key"
         *         }
         *       ]
         *     }
         */
        ActiveRevealResponse: {
            /** Format: uuid */
            access_request_id: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            opened_at: string;
            /** Format: uuid */
            session_id: string;
            ttl_seconds: number;
            wraps: components["schemas"]["RevealWrapResponse"][];
        };
        /** @description Where an agent belongs; it may be enrolled where nothing names a cluster. */
        AgentPlace: {
            cluster: string | null;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "status": "active",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "scope": {
         *         "cluster": "main"
         *       },
         *       "version": "1.4.0",
         *       "has_public_key": false,
         *       "secret_issued_at": "2026-03-14T09:26:53.589Z",
         *       "last_seen_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        AgentResponse: {
            /** Format: date-time */
            created_at: string;
            has_public_key: boolean;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_seen_at: string | null;
            name: string;
            /** Format: uuid */
            provider_connection_id: string | null;
            scope: components["schemas"]["AgentPlace"];
            /** Format: date-time */
            secret_issued_at: string;
            /** @enum {string} */
            status: "active" | "revoked";
            /** Format: date-time */
            updated_at: string;
            version: string | null;
        };
        AgentScope: {
            cluster: string;
        };
        /**
         * @example {
         *       "agent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "cluster_name": "main",
         *       "gitops_endpoints": [
         *         {
         *           "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "base_url": "https://argocd.example.test"
         *         }
         *       ]
         *     }
         */
        AgentSelfResponse: {
            /** Format: uuid */
            agent_id: string;
            cluster_name: string | null;
            gitops_endpoints: {
                base_url: string;
                /** Format: uuid */
                id: string;
            }[];
            name: string;
            /**
             * Format: uuid
             * @description Null for a minted agent, which serves its cluster.
             */
            provider_connection_id: string | null;
        };
        /**
         * @description An application as it was last seen.
         * @example {
         *       "name": "payments",
         *       "namespace": "argocd",
         *       "project": "default",
         *       "repo_url": "https://git.example.test/payments.git",
         *       "path": "deploy/prod",
         *       "target_revision": "main",
         *       "sync_status": "Synced",
         *       "health_status": "Healthy",
         *       "revision": "9f2c71d04b1e8a6f5c3d2e1b0a9f8e7d6c5b4a39",
         *       "observed_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        ApplicationResponse: {
            /** Format: date-time */
            created_at: string;
            health_status: string;
            name: string;
            namespace: string;
            /** Format: date-time */
            observed_at: string;
            path: string | null;
            project: string;
            repo_url: string | null;
            revision: string | null;
            sync_status: string;
            target_revision: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        ApprovalResponse: {
            approver_email: string;
            /** Format: uuid */
            approver_id: string;
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            decision: "approve" | "reject";
            /** @enum {string|null} */
            voted_as: "security" | "source" | null;
        };
        /**
         * @example {
         *       "approver_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "comment": "agreed with the team on call"
         *     }
         */
        ApproveBody: {
            /** Format: uuid */
            approver_id?: string;
            comment?: string | null;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "user_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "role_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "role_name": "developer",
         *       "scope": {},
         *       "granted_by": "user:0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        AssignmentResponse: {
            /** Format: date-time */
            created_at: string;
            granted_by: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            role_id: string;
            role_name: string;
            /** @description Empty: everywhere. Else one project, or one team with all below it. */
            scope: {
                /** Format: uuid */
                project_id?: string;
                /** Format: uuid */
                team_id?: string;
            };
            /** Format: uuid */
            user_id: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "actor": "user:0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "action": "request.approve",
         *       "resource": "request:0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "status": "success",
         *       "metadata": {},
         *       "correlation_id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "occurred_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        AuditEventResponse: {
            action: string;
            actor: string;
            /** Format: uuid */
            correlation_id: string | null;
            /** Format: uuid */
            id: string;
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            occurred_at: string;
            resource: string | null;
            status: string;
        };
        /**
         * @description What a scoped author needs to pick a workflow.
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "min_approvers": 1,
         *       "requires_security_approval": false
         *     }
         */
        AuthorableWorkflowResponse: {
            /** Format: uuid */
            id: string;
            min_approvers: number;
            name: string;
            requires_security_approval: boolean;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_name": "dev",
         *       "environment_kind": "non_prod",
         *       "connection_name": "main vault",
         *       "connection_type": "vault",
         *       "created_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        BindingResponse: {
            connection_name: string;
            connection_type: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            environment_id: string | null;
            /** @enum {string|null} */
            environment_kind: "non_prod" | "prod" | null;
            environment_name: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            provider_connection_id: string;
        };
        /**
         * @example {
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "secret_ids": [
         *         "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *       ]
         *     }
         */
        BindSecretsBody: {
            /** Format: uuid */
            environment_id: string;
            secret_ids: string[];
        };
        /**
         * @example {
         *       "bound": 1
         *     }
         */
        BoundSecretsResponse: {
            /** @description How many were not bound to the environment before. */
            bound: number;
        };
        /**
         * @example {
         *       "actor_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        CancelBody: {
            /** Format: uuid */
            actor_id?: string;
        };
        CandidateResponse: {
            name: string;
            /** @enum {string} */
            outcome: "no_match" | "outranked" | "won";
            reason: string;
            /** Format: uuid */
            rule_id: string;
        };
        /**
         * @example {
         *       "decision": "approve",
         *       "voted_as": "source",
         *       "comment": "agreed with the team on call"
         *     }
         */
        CastVoteBody: {
            comment?: string | null;
            /** @enum {string} */
            decision: "approve" | "reject";
            /** @enum {string} */
            voted_as: "security" | "source";
        };
        /**
         * @example {
         *       "kind": "totp"
         *     }
         */
        ChallengeBody: {
            /** @enum {string} */
            kind: "totp" | "webauthn";
        };
        /**
         * @example {
         *       "challenge_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "kind": "totp",
         *       "expires_at": "2026-03-14T09:26:53.589Z",
         *       "factors": [
         *         {
         *           "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "label": "phone"
         *         }
         *       ]
         *     }
         */
        ChallengeResponse: {
            /** Format: uuid */
            challenge_id: string;
            /** Format: date-time */
            expires_at: string;
            factors: {
                /** Format: uuid */
                id: string;
                label: string;
            }[];
            /** @enum {string} */
            kind: "totp" | "webauthn";
            /** @description Of webauthn: for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
            options?: Record<string, unknown>;
        };
        /**
         * @description What the audit log was when it was last signed; hashes and key in base64.
         * @example {
         *       "checkpoint": "countersign/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41\n1204\n3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=\n\n— countersign/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41 q83vEjRWeJA=\n",
         *       "origin": "countersign/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "tree_size": 1204,
         *       "root_hash": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=",
         *       "public_key": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=",
         *       "sealed_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        CheckpointResponse: {
            /** @description The signed note (C2SP tlog-checkpoint). */
            checkpoint: string;
            origin: string;
            public_key: string;
            root_hash: string;
            /** Format: date-time */
            sealed_at: string;
            tree_size: number;
        };
        /**
         * @example {
         *       "wait_seconds": 20
         *     }
         */
        ClaimBody: {
            wait_seconds?: number;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "kind": "read",
         *       "request_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "provider_connection": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "name": "payments",
         *         "type": "vault",
         *         "scope": {},
         *         "auth_method": "kubernetes"
         *       },
         *       "provider_error": null,
         *       "secret_ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ],
         *       "wraps": [
         *         {
         *           "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "key_name": "api_key"
         *         }
         *       ],
         *       "attempt": 1,
         *       "lease_expires_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        ClaimResponse: {
            attempt: number;
            /** Format: uuid */
            correlation_id: string;
            /** Format: uuid */
            id: string;
            keys: string[];
            /** @enum {string} */
            kind: "connectivity_check" | "discover" | "patch" | "read";
            /** Format: date-time */
            lease_expires_at: string;
            provider_connection: {
                auth_method: string | null;
                /** Format: uuid */
                id: string;
                name: string;
                scope: {
                    [key: string]: unknown;
                };
                type: string;
            } | null;
            /** @enum {string|null} */
            provider_error: "connection_changed" | "connection_disabled" | null;
            /** Format: uuid */
            request_id: string | null;
            secret_ref: string | null;
            wraps: {
                key_name: string;
                /** Format: uuid */
                wrap_id: string;
            }[];
        };
        /**
         * @example {
         *       "status": "failed",
         *       "error": "store_unreachable",
         *       "skipped_secrets": 0,
         *       "skipped_keys": 0,
         *       "attempt": 1
         *     }
         */
        CompleteBody: {
            attempt?: number;
            error?: string;
            /** @description Of a discovery: keys whose names it could not report. */
            skipped_keys?: number;
            /** @description Of a discovery: secrets whose names it could not report. */
            skipped_secrets?: number;
            /** @enum {string} */
            status: "failed" | "succeeded";
        };
        /**
         * @example {
         *       "challenge_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "code": "287082"
         *     }
         */
        ConfirmTotpBody: {
            /** Format: uuid */
            challenge_id: string;
            code: string;
        };
        /**
         * @description What a dropdown shows of a connection.
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "type": "vault"
         *     }
         */
        ConnectionChoiceResponse: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            type: "cloud1-sm" | "cloud2-kv" | "cloud3-sm" | "orchestrator" | "vault";
        };
        /**
         * @description The full row, for integration.edit holders.
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "type": "vault",
         *       "cluster_name": "main",
         *       "description": "Card payments",
         *       "status": "active",
         *       "scope": {
         *         "address": "https://vault.example.test",
         *         "kvMount": "secret"
         *       },
         *       "auth_method": "kubernetes",
         *       "discover_enabled": false,
         *       "discover_interval_seconds": 3600,
         *       "self_service_bindable": false,
         *       "last_discover_at": "2026-03-14T09:26:53.589Z",
         *       "last_discover_status": "success",
         *       "last_discover_started_at": "2026-03-14T09:26:53.589Z",
         *       "last_discover_error": null,
         *       "last_discover_skipped_secrets": 1,
         *       "last_discover_skipped_keys": 1,
         *       "possibly_stale": false,
         *       "agents_alive": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        ConnectionResponse: {
            /** @description Agents that are offered its jobs and were heard of in the last 60 seconds. */
            agents_alive: number;
            auth_method: string | null;
            cluster_name: string | null;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            discover_enabled: boolean;
            discover_interval_seconds: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_discover_at: string | null;
            last_discover_error: string | null;
            last_discover_skipped_keys: number | null;
            /** @description What the last run found and could not report: names with characters that none may have. Null: not counted. */
            last_discover_skipped_secrets: number | null;
            /** Format: date-time */
            last_discover_started_at: string | null;
            /** @enum {string|null} */
            last_discover_status: "failure" | "running" | "success" | null;
            name: string;
            possibly_stale: boolean;
            scope: {
                [key: string]: unknown;
            };
            self_service_bindable: boolean;
            /** @enum {string} */
            status: "active" | "disabled";
            /** @enum {string} */
            type: "cloud1-sm" | "cloud2-kv" | "cloud3-sm" | "orchestrator" | "vault";
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description That the larger log begins with the smaller one.
         * @example {
         *       "from": 1,
         *       "to": 1,
         *       "proof": [
         *         "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="
         *       ]
         *     }
         */
        ConsistencyProofResponse: {
            from: number;
            proof: string[];
            to: number;
        };
        /**
         * @example {
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        CreateBindingBody: {
            /**
             * Format: uuid
             * @description Absent or null binds every environment of the project.
             */
            environment_id?: string | null;
            /** Format: uuid */
            project_id: string;
        };
        /**
         * @example {
         *       "name": "main vault",
         *       "type": "vault",
         *       "cluster_name": "main",
         *       "scope": {
         *         "address": "https://vault.example.test",
         *         "kvMount": "secret"
         *       }
         *     }
         */
        CreateConnectionBody: {
            auth_method?: string | null;
            /** @description Null takes it away. */
            cluster_name?: string | null;
            /** @description Null takes it away. */
            description?: string | null;
            discover_enabled?: boolean;
            discover_interval_seconds?: number;
            name: string;
            scope: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status?: "active" | "disabled";
            /** @enum {string} */
            type: "cloud1-sm" | "cloud2-kv" | "cloud3-sm" | "orchestrator" | "vault";
        };
        /**
         * @example {
         *       "name": "payments",
         *       "cluster_name": "main",
         *       "base_url": "https://argocd.example.test",
         *       "enabled": true
         *     }
         */
        CreateEndpointBody: {
            /** Format: uri */
            base_url: string;
            /** @description Agents of this cluster look at it. */
            cluster_name: string;
            enabled?: boolean;
            name: string;
        };
        /**
         * @example {
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "dev",
         *       "type": "dev",
         *       "risk_level": 1
         *     }
         */
        CreateEnvironmentBody: {
            description?: string;
            /**
             * @description Absent: prod for the type prod, else non_prod.
             * @enum {string}
             */
            kind?: "non_prod" | "prod";
            name: string;
            /** Format: uuid */
            project_id: string;
            risk_level: number;
            /** @enum {string} */
            type: "dev" | "other" | "prod" | "staging" | "uat";
        };
        /**
         * @example {
         *       "argocd_endpoint_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "app_name": "payments-prod",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        CreateMappingBody: {
            /** @description The application's name at the endpoint. */
            app_name: string;
            /** Format: uuid */
            argocd_endpoint_id: string;
            /** Format: uuid */
            environment_id: string;
            /** Format: uuid */
            project_id: string;
        };
        /**
         * @example {
         *       "name": "prod",
         *       "selector": {
         *         "environment_kind": "prod"
         *       },
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "priority": 900
         *     }
         */
        CreatePolicyBody: {
            direct_reveal_allowed?: boolean;
            enabled?: boolean;
            name: string;
            priority: number;
            requires_mfa?: boolean;
            /** @description Clamped to 10 to 300; 0 is 60. */
            reveal_ttl_seconds?: number;
            /** @description What a rule applies to; every key that is there must match. */
            selector: {
                [key: string]: string;
            };
            /** Format: uuid */
            workflow_id: string;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        CreateProjectBody: {
            description?: string;
            name: string;
            /** Format: uuid */
            team_id?: string | null;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "description": "Card payments",
         *       "permissions": [
         *         "secret.request",
         *         "audit.read"
         *       ]
         *     }
         */
        CreateRoleBody: {
            description?: string;
            name: string;
            /** @description Strings of the catalog; which of them are unknown, the answer says. */
            permissions: string[];
        };
        /**
         * @example {
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        CreateScopedBindingBody: {
            /**
             * Format: uuid
             * @description Needed: project-wide bindings are for administrators of integrations.
             */
            environment_id?: string | null;
            /** Format: uuid */
            provider_connection_id: string;
        };
        /**
         * @description Every member of a scoped rule.
         * @example {
         *       "name": "payments",
         *       "selector": {
         *         "environment_kind": "non_prod",
         *         "operation": "read"
         *       },
         *       "priority": 100,
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "enabled": true
         *     }
         */
        CreateScopedRuleBody: {
            enabled?: boolean;
            name: string;
            priority: number;
            /** @description What a rule applies to; every key that is there must match. */
            selector: {
                [key: string]: string;
            };
            /** Format: uuid */
            workflow_id: string;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "parent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        CreateTeamBody: {
            name: string;
            /** Format: uuid */
            parent_id?: string | null;
        };
        /**
         * @example {
         *       "email": "ada@example.test",
         *       "display_name": "Ada",
         *       "password": "correct horse battery staple"
         *     }
         */
        CreateUserBody: {
            display_name?: string | null;
            email: string;
            /** @description 12 to 72 bytes of UTF-8. */
            password: string;
        };
        /**
         * @example {
         *       "name": "two people",
         *       "min_approvers": 2,
         *       "require_justification": true
         *     }
         */
        CreateWorkflowBody: {
            allow_self_approval?: boolean;
            enabled?: boolean;
            fill_ttl_seconds?: number;
            /** @description Has no default: a workflow must say it. */
            min_approvers: number;
            name: string;
            request_ttl_seconds?: number;
            require_justification?: boolean;
            requires_security_approval?: boolean;
            scoped_policy_authorable?: boolean;
            wrap_ttl_approved_seconds?: number;
            wrap_ttl_claimed_seconds?: number;
            wrap_ttl_created_seconds?: number;
        };
        /**
         * @example {
         *       "job_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "attempt": 1
         *     }
         */
        DekBody: {
            attempt?: number;
            /** Format: uuid */
            job_id: string;
        };
        /**
         * @example {
         *       "dek_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "alg": "HPKE-X25519-HKDF-SHA256-AES-256-GCM",
         *       "enc": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=",
         *       "sealed_key": "r0Z7q8gkQ2mYp3Vw5t1nX4eB6uH9jL0s",
         *       "expires_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        DekResponse: {
            alg: string;
            /** Format: uuid */
            dek_id: string;
            enc: string;
            /** Format: date-time */
            expires_at: string;
            sealed_key: string;
        };
        /**
         * @example {
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "secret_ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ]
         *     }
         */
        DirectRevealBody: {
            keys: string[];
            /** Format: uuid */
            provider_connection_id: string;
            secret_ref: string;
        };
        /**
         * @example {
         *       "disabled": false
         *     }
         */
        DisabledBody: {
            disabled: boolean;
        };
        /**
         * @example {
         *       "enabled": true
         *     }
         */
        EndpointEnabledBody: {
            enabled: boolean;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "cluster_name": "main",
         *       "base_url": "https://argocd.example.test",
         *       "enabled": true,
         *       "last_observed_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        EndpointResponse: {
            base_url: string;
            cluster_name: string;
            /** Format: date-time */
            created_at: string;
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_observed_at: string | null;
            name: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "enrollment_token": "et_0197a3c2",
         *       "name": "main-1",
         *       "cluster_name": "main",
         *       "public_key": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="
         *     }
         */
        EnrollBody: {
            cluster_name: string;
            enrollment_token: string;
            name: string;
            /** @description Base64 of 32 bytes. */
            public_key: string;
            version?: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "status": "consumed",
         *       "created_by": "user:0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "expires_at": "2026-03-14T09:26:53.589Z",
         *       "consumed_at": "2026-03-14T09:26:53.589Z",
         *       "agent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "cluster_name": "main",
         *       "created_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        EnrollmentTokenResponse: {
            /** Format: uuid */
            agent_id: string | null;
            cluster_name: string | null;
            /** Format: date-time */
            consumed_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "consumed" | "expired" | "issued" | "revoked";
        };
        /**
         * @example {
         *       "agent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "agent_token": "mD9yJ1kq0uKxg5o3r7tq1c8v2b4n6m8l0Zx9Yw7Vu5E",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "next_heartbeat_seconds": 20
         *     }
         */
        EnrollResponse: {
            /** Format: uuid */
            agent_id: string;
            agent_token: string;
            next_heartbeat_seconds: number;
            /** Format: uuid */
            provider_connection_id: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "type": "dev",
         *       "kind": "non_prod",
         *       "risk_level": 1,
         *       "description": "Card payments",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        EnvironmentResponse: {
            /** Format: date-time */
            created_at: string;
            description: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "non_prod" | "prod";
            name: string;
            /** Format: uuid */
            project_id: string;
            risk_level: number;
            /** @enum {string} */
            type: "dev" | "other" | "prod" | "staging" | "uat";
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "reason": "unmount"
         *     }
         */
        ExpireRevealBody: {
            /** @enum {string} */
            reason: "unmount" | "user_hide";
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "kind": "totp",
         *       "label": "phone",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "last_used_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        FactorResponse: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "totp" | "webauthn";
            label: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        /**
         * @example {
         *       "key_values": {
         *         "api_key": "c2tfdGVzdF8x"
         *       },
         *       "fill_comment": "valid until the end of the quarter"
         *     }
         */
        FillBody: {
            fill_comment?: string | null;
            /** @description Base64 values of at most 64 KiB each, by key name. */
            key_values: {
                [key: string]: string;
            };
        };
        /**
         * @example {
         *       "challenge_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "response": {
         *         "id": "Y3JlZGVudGlhbA",
         *         "type": "public-key"
         *       }
         *     }
         */
        FinishWebauthnBody: {
            /** Format: uuid */
            challenge_id: string;
            /** @description What `PublicKeyCredential.toJSON()` gives: a RegistrationResponseJSON of WebAuthn Level 3. */
            response: {
                [key: string]: unknown;
            };
        };
        /** @description One secret found in a store. */
        FoundSecret: {
            keys: string[];
            labels: {
                [key: string]: string;
            };
            ref: string;
            version?: string;
        };
        GoverningWorkflow: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /**
         * @example {
         *       "user_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "role_id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "scope": {
         *         "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *       }
         *     }
         */
        GrantRoleBody: {
            /** Format: uuid */
            role_id: string;
            /** @description Empty: everywhere. Else one project, or one team with all below it. */
            scope?: {
                /** Format: uuid */
                project_id?: string;
                /** Format: uuid */
                team_id?: string;
            };
            /** Format: uuid */
            user_id: string;
        };
        /**
         * @example {
         *       "version": "1.4.0",
         *       "job_ids": [
         *         "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *       ]
         *     }
         */
        HeartbeatBody: {
            job_ids?: string[];
            version?: string;
        };
        /**
         * @example {
         *       "next_heartbeat_seconds": 20,
         *       "gitops_endpoints": [
         *         {
         *           "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "base_url": "https://argocd.example.test"
         *         }
         *       ]
         *     }
         */
        HeartbeatResponse: {
            gitops_endpoints: {
                base_url: string;
                /** Format: uuid */
                id: string;
            }[];
            next_heartbeat_seconds: number;
        };
        /**
         * @example {
         *       "total": 1,
         *       "per_team": [
         *         {
         *           "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "team_name": "platform",
         *           "count": 1
         *         }
         *       ]
         *     }
         */
        InboxCountResponse: {
            per_team: components["schemas"]["TeamCountResponse"][];
            total: number;
        };
        /**
         * @description That an event stands in the log that the checkpoint vouches for.
         * @example {
         *       "event_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "leaf_index": 1,
         *       "leaf": "eyJhY3Rpb24iOiJyZXF1ZXN0LmFwcHJvdmUifQ==",
         *       "tree_size": 1204,
         *       "root_hash": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=",
         *       "proof": [
         *         "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="
         *       ],
         *       "checkpoint": "countersign/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41\n1204\n3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=\n\n— countersign/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41 q83vEjRWeJA=\n"
         *     }
         */
        InclusionProofResponse: {
            checkpoint: string;
            /** Format: uuid */
            event_id: string;
            /** @description The canonical bytes of the event, in base64. */
            leaf: string;
            leaf_index: number;
            proof: string[];
            root_hash: string;
            tree_size: number;
        };
        InlineEnvironmentResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "non_prod" | "prod";
            name: string;
            risk_level: number;
            /** @enum {string} */
            type: "dev" | "other" | "prod" | "staging" | "uat";
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "enrollment_token": "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "expires_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        IssuedTokenResponse: {
            enrollment_token: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            provider_connection_id: string;
        };
        /**
         * @example {
         *       "ttl_seconds": 900,
         *       "cluster_name": "main"
         *     }
         */
        IssueTokenBody: {
            /** @description The cluster that the agent will belong to. Absent: the connection's, or none where it has none. */
            cluster_name?: string;
            /** @description Absent: 15 minutes. */
            ttl_seconds?: number;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "kind": "connectivity_check",
         *       "status": "claimed",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "request_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "agent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "attempt": 1,
         *       "error": null,
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        JobResponse: {
            /** Format: uuid */
            agent_id: string | null;
            attempt: number;
            /** Format: uuid */
            correlation_id: string;
            /** Format: date-time */
            created_at: string;
            error: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "connectivity_check" | "discover" | "patch" | "read";
            /** Format: uuid */
            provider_connection_id: string | null;
            /** Format: uuid */
            request_id: string | null;
            /** @enum {string} */
            status: "claimed" | "failed" | "queued" | "succeeded";
            /** Format: date-time */
            updated_at: string;
        };
        LimitsResponse: {
            /** @description Most keys of one patch. */
            keys_patch: number;
            /** @description Most keys of one read. */
            keys_read: number;
            /** @description Most bytes of one value, decoded. */
            value_bytes: number;
        };
        /**
         * @description A missing member is not a fault of the form but a failed sign-in.
         * @example {
         *       "email": "ada@example.test",
         *       "password": "correct horse battery staple"
         *     }
         */
        LoginBody: {
            email?: string | null;
            password?: string | null;
        };
        /**
         * @example {
         *       "token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
         *       "expires_at": "2026-03-14T21:26:53.589Z",
         *       "user": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "email": "ada@example.test",
         *         "display_name": "Ada",
         *         "kind": "local",
         *         "disabled": false,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z"
         *       }
         *     }
         */
        LoginResponse: {
            /** Format: date-time */
            expires_at: string;
            token: string;
            user: components["schemas"]["UserResponse"];
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "argocd_endpoint_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "app_name": "payments-prod",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        MappingResponse: {
            app_name: string;
            /** Format: uuid */
            argocd_endpoint_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            environment_id: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
        };
        /**
         * @description The caller's own view of themselves.
         * @example {
         *       "roles": [
         *         {
         *           "role_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "role_name": "developer",
         *           "scope": {}
         *         }
         *       ],
         *       "permissions": [
         *         {
         *           "permission": "secret.request",
         *           "scope": {}
         *         }
         *       ],
         *       "mfa": {
         *         "enrolled": true,
         *         "kinds": [
         *           "totp"
         *         ],
         *         "fresh_until": "2026-03-14T09:26:53.589Z"
         *       },
         *       "session": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "expires_at": "2026-03-14T09:26:53.589Z",
         *         "idle_expires_at": "2026-03-14T09:26:53.589Z",
         *         "last_mfa_at": "2026-03-14T09:26:53.589Z"
         *       },
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "email": "ada@example.test",
         *       "display_name": "Ada",
         *       "kind": "local",
         *       "disabled": false,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        MeResponse: {
            /** Format: date-time */
            created_at: string;
            disabled: boolean;
            display_name: string | null;
            email: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "local" | "oidc";
            mfa: {
                enrolled: boolean;
                /** Format: date-time */
                fresh_until: string | null;
                kinds: string[];
            };
            permissions: {
                /** @enum {string} */
                permission: "agent.list" | "agent.mint" | "agent.revoke" | "audit.read" | "integration.bind" | "integration.edit" | "policy.author" | "policy.edit" | "role.edit" | "secret.approve" | "secret.request" | "secret.reveal.direct" | "secret.security.approve" | "secret.value.provide" | "user_role.edit" | "workflow.edit";
                scope: {
                    /** Format: uuid */
                    project_id?: string;
                    /** Format: uuid */
                    team_id?: string;
                };
            }[];
            roles: {
                /** Format: uuid */
                role_id: string;
                role_name: string;
                scope: {
                    /** Format: uuid */
                    project_id?: string;
                    /** Format: uuid */
                    team_id?: string;
                };
            }[];
            session: {
                /** Format: date-time */
                expires_at: string;
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                idle_expires_at: string;
                /** Format: date-time */
                last_mfa_at: string | null;
            };
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "name": "Countersign",
         *       "api_version": "1",
         *       "sign_in": {
         *         "password": true,
         *         "oidc": {
         *           "label": "idp.example.test"
         *         }
         *       },
         *       "webauthn": true,
         *       "mfa_at_login": false,
         *       "gitops": false,
         *       "direct_mint": false,
         *       "audit_signed": true,
         *       "console_digest": null,
         *       "limits": {
         *         "keys_read": 20,
         *         "keys_patch": 100,
         *         "value_bytes": 65536
         *       },
         *       "security_profile": "strict"
         *     }
         */
        MetaResponse: {
            api_version: string;
            /** @description The audit log has a signed checkpoint. */
            audit_signed: boolean;
            /** @description SHA-256 of the console that is served; null without one. */
            console_digest: string | null;
            /** @description Agents can be minted without an enrollment token. */
            direct_mint: boolean;
            gitops: boolean;
            limits: components["schemas"]["LimitsResponse"];
            /** @description A session may do nothing but sign in before its first step-up. */
            mfa_at_login: boolean;
            name: string;
            /** @enum {string} */
            security_profile: "standard" | "strict";
            sign_in: components["schemas"]["SignInResponse"];
            /** @description The software's version, for signed-in callers alone. */
            version?: string;
            webauthn: boolean;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "scope": {
         *         "cluster": "main"
         *       }
         *     }
         */
        MintBody: {
            name: string;
            scope: components["schemas"]["AgentScope"];
        };
        /**
         * @example {
         *       "agent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "agent_secret": "mD9yJ1kq0uKxg5o3r7tq1c8v2b4n6m8l0Zx9Yw7Vu5E"
         *     }
         */
        MintResponse: {
            /** Format: uuid */
            agent_id: string;
            agent_secret: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "status": "active",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "environments": [
         *         {
         *           "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "name": "payments",
         *           "type": "dev",
         *           "kind": "non_prod",
         *           "risk_level": 1
         *         }
         *       ]
         *     }
         */
        MyProjectResponse: {
            /** Format: date-time */
            created_at: string;
            environments: components["schemas"]["InlineEnvironmentResponse"][];
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "archived";
            /** Format: uuid */
            team_id: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description A state in which an application was seen, and when it was last seen in it.
         * @example {
         *       "application": "payments-prod",
         *       "endpoint_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "sync_status": "Synced",
         *       "health_status": "Healthy",
         *       "revision": "9f2c71d04b1e8a6f5c3d2e1b0a9f8e7d6c5b4a39",
         *       "observed_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        ObservationResponse: {
            application: string;
            /** Format: uuid */
            endpoint_id: string;
            health_status: string;
            /** Format: date-time */
            observed_at: string;
            revision: string | null;
            sync_status: string;
        };
        /**
         * @description For the API's description; ObservationsPipe checks it.
         * @example {
         *       "endpoint_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "applications": [
         *         {
         *           "name": "payments",
         *           "namespace": "argocd",
         *           "project": "default",
         *           "repo_url": "https://git.example.test/payments.git",
         *           "path": "deploy/prod",
         *           "target_revision": "main",
         *           "sync_status": "Synced",
         *           "health_status": "Healthy",
         *           "revision": "9f2c71d04b1e8a6f5c3d2e1b0a9f8e7d6c5b4a39",
         *           "observed_at": "2026-03-14T09:26:53.589Z"
         *         }
         *       ]
         *     }
         */
        ObservationsBody: {
            /** @description Each once. */
            applications: components["schemas"]["ObservedApplicationBody"][];
            /** Format: uuid */
            endpoint_id: string;
        };
        /** @description An Argo CD application as the agent sees it. */
        ObservedApplicationBody: {
            /** @description As Argo CD calls it: Healthy, Progressing, Degraded, Suspended, Missing, Unknown. */
            health_status: string;
            name: string;
            namespace: string;
            /** Format: date-time */
            observed_at: string;
            path?: string | null;
            project: string;
            /** @description Credentials in it are left out. */
            repo_url?: string | null;
            revision?: string | null;
            /** @description As Argo CD calls it: Synced, OutOfSync, Unknown. */
            sync_status: string;
            target_revision?: string | null;
        };
        /**
         * @example {
         *       "logout_url": "https://id.example.test/logout"
         *     }
         */
        OidcLogoutResponse: {
            /** @description Where the browser ends its session at the provider; null when there is nothing to end there. */
            logout_url: string | null;
        };
        /** @description The same under its older names as well. */
        OlderProblem: components["schemas"]["Problem"] & {
            /** @description As error_code. */
            code: string;
            /** @description As message. */
            error: string;
        };
        /**
         * @example {
         *       "session_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "expires_at": "2026-03-14T09:26:53.589Z",
         *       "ttl_seconds": 900,
         *       "wraps": [
         *         {
         *           "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "key_name": "api_key"
         *         }
         *       ]
         *     }
         */
        OpenedRevealResponse: {
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            session_id: string;
            ttl_seconds: number;
            wraps: components["schemas"]["RevealWrapResponse"][];
        };
        /**
         * @example {
         *       "access_request_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        OpenRevealBody: {
            /** Format: uuid */
            access_request_id: string;
        };
        /**
         * @example {
         *       "permission": "secret.request",
         *       "group": "Secrets",
         *       "description": "Ask to read or change secrets"
         *     }
         */
        PermissionResponse: {
            description: string;
            group: string;
            permission: string;
        };
        /**
         * @example {
         *       "policy_priority_cap": 9000
         *     }
         */
        PlatformSettingsBody: {
            policy_priority_cap: number;
        };
        /**
         * @example {
         *       "policy_priority_cap": 9000,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        PlatformSettingsResponse: {
            /** Format: date-time */
            created_at: string;
            policy_priority_cap: number;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description Why a call was refused. Some codes have members of their own.
         * @example {
         *       "error_code": "route_not_found",
         *       "message": "There is nothing at this address."
         *     }
         */
        Problem: {
            /** @description Stable; a program may branch on it. */
            error_code: string;
            /** @description For people; holds nothing of what was sent. */
            message: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "description": "Card payments",
         *       "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "status": "active",
         *       "created_by": "user:0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        ProjectResponse: {
            /** Format: date-time */
            created_at: string;
            created_by: string;
            description: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "archived";
            /** Format: uuid */
            team_id: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "public_key": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="
         *     }
         */
        PublicKeyBody: {
            /** @description Base64 of 32 bytes. */
            public_key: string;
        };
        /**
         * @example {
         *       "recorded": 1
         *     }
         */
        RecordedResponse: {
            /** @description How many were not older than what was known of them. */
            recorded: number;
        };
        /**
         * @example {
         *       "reason": "use the read-only key"
         *     }
         */
        RefuseBody: {
            /** @description The requester sees it. */
            reason: string;
        };
        /**
         * @example {
         *       "reason": "use the read-only key"
         *     }
         */
        RejectBody: {
            /** Format: uuid */
            approver_id?: string;
            reason: string;
        };
        /**
         * @example {
         *       "approvals": [
         *         {
         *           "approver_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "approver_email": "grace@example.test",
         *           "decision": "approve",
         *           "voted_as": null,
         *           "comment": "agreed with the team on call",
         *           "created_at": "2026-03-14T09:26:53.589Z"
         *         }
         *       ],
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "type": "read",
         *       "operation": "read",
         *       "status": "executed",
         *       "direct": false,
         *       "requester_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "requester_email": "ada@example.test",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "secret_ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ],
         *       "justification": "incident 4711",
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "min_approvers": 1,
         *       "approvals_count": 1,
         *       "requires_mfa": false,
         *       "expires_at": "2026-03-14T09:26:53.589Z",
         *       "executed_at": "2026-03-14T09:26:53.589Z",
         *       "error": null,
         *       "reject_reason": null,
         *       "refuse_reason": null,
         *       "allowed_actions": [
         *         {
         *           "action": "approve",
         *           "allowed": true,
         *           "reason": null
         *         }
         *       ],
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        RequestDetailResponse: {
            allowed_actions: {
                action: string;
                allowed: boolean;
                /** @description Null when allowed, else the code that the action would get. Step-up is no refusal: it is asked for then. */
                reason: string | null;
            }[];
            approvals: components["schemas"]["ApprovalResponse"][];
            approvals_count: number;
            /** Format: uuid */
            correlation_id: string;
            /** Format: date-time */
            created_at: string;
            destination_keys?: string[];
            /** Format: uuid */
            destination_provider_connection_id?: string;
            destination_secret_ref?: string;
            direct: boolean;
            /** Format: uuid */
            environment_id: string;
            error: string | null;
            /** Format: date-time */
            executed_at: string | null;
            /** Format: date-time */
            expires_at: string;
            fill_comment?: string | null;
            /** Format: date-time */
            fill_expires_at?: string;
            /** Format: date-time */
            filled_at?: string | null;
            /** Format: uuid */
            filled_by_user_id?: string | null;
            /** Format: uuid */
            id: string;
            justification: string | null;
            keys: string[];
            min_approvers: number;
            /** @enum {string} */
            operation: "patch" | "read" | "reveal";
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            provider_connection_id: string;
            refuse_reason: string | null;
            reject_reason: string | null;
            requester_email: string;
            /** Format: uuid */
            requester_id: string;
            requires_mfa: boolean;
            secret_ref: string;
            snap_min_approvers?: number;
            snap_requires_security_approval?: boolean;
            /** Format: uuid */
            source_project_id?: string;
            /** @enum {string} */
            status: "approved" | "cancelled" | "executed" | "expired" | "failed" | "pending" | "pending_values" | "pending_verification" | "refused" | "rejected";
            /** Format: uuid */
            target_environment_id?: string;
            /** Format: uuid */
            target_project_id?: string;
            /** Format: uuid */
            target_team_id?: string;
            /** @enum {string} */
            type: "cross_team" | "patch" | "read";
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            workflow_id: string;
        };
        /**
         * @description A request as the caller sees it; only a cross-team request has the inherited members.
         * @example {
         *       "id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "type": "read",
         *       "operation": "read",
         *       "status": "pending",
         *       "direct": false,
         *       "requester_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "requester_email": "ada@example.test",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "provider_connection_id": "0197a3c2-aa01-7d52-93f6-0b1c2d3e4f50",
         *       "secret_ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ],
         *       "justification": "incident 4711",
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "min_approvers": 1,
         *       "approvals_count": 0,
         *       "requires_mfa": false,
         *       "expires_at": "2026-03-15T09:26:53.589Z",
         *       "executed_at": null,
         *       "error": null,
         *       "reject_reason": null,
         *       "refuse_reason": null,
         *       "allowed_actions": [
         *         {
         *           "action": "approve",
         *           "allowed": false,
         *           "reason": "permission_denied"
         *         },
         *         {
         *           "action": "cancel",
         *           "allowed": true,
         *           "reason": null
         *         }
         *       ],
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        RequestResponse: {
            allowed_actions: {
                action: string;
                allowed: boolean;
                /** @description Null when allowed, else the code that the action would get. Step-up is no refusal: it is asked for then. */
                reason: string | null;
            }[];
            approvals_count: number;
            /** Format: uuid */
            correlation_id: string;
            /** Format: date-time */
            created_at: string;
            destination_keys?: string[];
            /** Format: uuid */
            destination_provider_connection_id?: string;
            destination_secret_ref?: string;
            direct: boolean;
            /** Format: uuid */
            environment_id: string;
            error: string | null;
            /** Format: date-time */
            executed_at: string | null;
            /** Format: date-time */
            expires_at: string;
            fill_comment?: string | null;
            /** Format: date-time */
            fill_expires_at?: string;
            /** Format: date-time */
            filled_at?: string | null;
            /** Format: uuid */
            filled_by_user_id?: string | null;
            /** Format: uuid */
            id: string;
            justification: string | null;
            keys: string[];
            min_approvers: number;
            /** @enum {string} */
            operation: "patch" | "read" | "reveal";
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            provider_connection_id: string;
            refuse_reason: string | null;
            reject_reason: string | null;
            requester_email: string;
            /** Format: uuid */
            requester_id: string;
            requires_mfa: boolean;
            secret_ref: string;
            snap_min_approvers?: number;
            snap_requires_security_approval?: boolean;
            /** Format: uuid */
            source_project_id?: string;
            /** @enum {string} */
            status: "approved" | "cancelled" | "executed" | "expired" | "failed" | "pending" | "pending_values" | "pending_verification" | "refused" | "rejected";
            /** Format: uuid */
            target_environment_id?: string;
            /** Format: uuid */
            target_project_id?: string;
            /** Format: uuid */
            target_team_id?: string;
            /** @enum {string} */
            type: "cross_team" | "patch" | "read";
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            workflow_id: string;
        };
        /** @description A handle: the value comes from the single-shot retrieval. */
        RevealWrapResponse: {
            key_name: string;
            /** Format: uuid */
            wrap_id: string;
        };
        /**
         * @example {
         *       "permissions": [
         *         "secret.request",
         *         "audit.read"
         *       ]
         *     }
         */
        RolePermissionsBody: {
            /** @description Strings of the catalog; which of them are unknown, the answer says. */
            permissions: string[];
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "description": "Card payments",
         *       "permissions": [
         *         "secret.request",
         *         "audit.read"
         *       ],
         *       "is_system": false,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        RoleResponse: {
            /** Format: date-time */
            created_at: string;
            description: string;
            /** Format: uuid */
            id: string;
            is_system: boolean;
            name: string;
            permissions: string[];
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "agent_secret": "mD9yJ1kq0uKxg5o3r7tq1c8v2b4n6m8l0Zx9Yw7Vu5E",
         *       "previous_valid_until": "2026-03-14T09:26:53.589Z"
         *     }
         */
        RotatedSecretResponse: {
            agent_secret: string;
            /** Format: date-time */
            previous_valid_until: string;
        };
        /**
         * @example {
         *       "rule": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "name": "payments",
         *         "selector_keys": [
         *           "environment_kind",
         *           "operation"
         *         ],
         *         "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "workflow_name": "two people",
         *         "priority": 100,
         *         "enabled": true,
         *         "direct_reveal_allowed": false,
         *         "requires_mfa": false,
         *         "reveal_ttl_seconds": 60,
         *         "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "team_name": "platform",
         *         "is_system": false,
         *         "is_platform_inherited": false,
         *         "is_ancestor_inherited": false,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z"
         *       }
         *     }
         */
        RuleEnvelope: {
            rule: components["schemas"]["RuleResponse"];
        };
        /**
         * @example {
         *       "rules": [
         *         {
         *           "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "name": "payments",
         *           "selector_keys": [
         *             "environment_kind",
         *             "operation"
         *           ],
         *           "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "workflow_name": "two people",
         *           "priority": 100,
         *           "enabled": true,
         *           "direct_reveal_allowed": false,
         *           "requires_mfa": false,
         *           "reveal_ttl_seconds": 60,
         *           "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "team_name": "platform",
         *           "is_system": false,
         *           "is_platform_inherited": false,
         *           "is_ancestor_inherited": false,
         *           "created_at": "2026-03-14T09:26:53.589Z",
         *           "updated_at": "2026-03-14T09:26:53.589Z"
         *         }
         *       ],
         *       "priority_cap": 9000
         *     }
         */
        RuleListResponse: {
            priority_cap: number;
            rules: components["schemas"]["RuleResponse"][];
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "selector_keys": [
         *         "environment_kind",
         *         "operation"
         *       ],
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "workflow_name": "two people",
         *       "priority": 100,
         *       "enabled": true,
         *       "direct_reveal_allowed": false,
         *       "requires_mfa": false,
         *       "reveal_ttl_seconds": 60,
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "team_name": "platform",
         *       "is_system": false,
         *       "is_platform_inherited": false,
         *       "is_ancestor_inherited": false,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        RuleResponse: {
            /** Format: date-time */
            created_at: string;
            direct_reveal_allowed: boolean;
            enabled: boolean;
            /** Format: uuid */
            id: string;
            is_ancestor_inherited: boolean;
            is_platform_inherited: boolean;
            is_system: boolean;
            name: string;
            priority: number;
            /** Format: uuid */
            project_id: string | null;
            requires_mfa: boolean;
            reveal_ttl_seconds: number;
            /** @description Absent where the caller may not see the rule whole. */
            selector?: {
                environment?: string;
                /** Format: uuid */
                environment_id?: string;
                environment_kind?: string;
                operation?: string;
                /** Format: uuid */
                project_id?: string;
                provider_type?: string;
                secret_ref_prefix?: string;
                type?: string;
            };
            selector_keys: string[];
            /** Format: uuid */
            team_id: string | null;
            team_name: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description What of the rule can never apply. Absent where the caller may not see the rule whole. */
            warnings?: components["schemas"]["WarningResponse"][];
            /** Format: uuid */
            workflow_id: string;
            workflow_name: string | null;
        };
        /**
         * @example {
         *       "version": 1,
         *       "action": "create",
         *       "changed_by": "user:0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "changed_at": "2026-03-14T09:26:53.589Z",
         *       "rule": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "name": "payments",
         *         "selector_keys": [
         *           "environment_kind",
         *           "operation"
         *         ],
         *         "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "workflow_name": "two people",
         *         "priority": 100,
         *         "enabled": true,
         *         "direct_reveal_allowed": false,
         *         "requires_mfa": false,
         *         "reveal_ttl_seconds": 60,
         *         "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "team_name": "platform",
         *         "is_system": false,
         *         "is_platform_inherited": false,
         *         "is_ancestor_inherited": false,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z"
         *       }
         *     }
         */
        RuleVersionResponse: {
            /** @enum {string} */
            action: "create" | "delete" | "update";
            /** Format: date-time */
            changed_at: string;
            changed_by: string;
            rule: components["schemas"]["RuleResponse"];
            version: number;
        };
        /**
         * @description For the API's description; SecretPagePipe checks it.
         * @example {
         *       "job_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "secrets": [
         *         {
         *           "ref": "payments/stripe",
         *           "keys": [
         *             "api_key"
         *           ],
         *           "labels": {
         *             "team": "payments"
         *           }
         *         }
         *       ]
         *     }
         */
        SecretPageBody: {
            /** Format: uuid */
            job_id: string;
            secrets: components["schemas"]["FoundSecret"][];
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "cluster_name": "main",
         *       "provider": "vault",
         *       "ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ],
         *       "labels": {
         *         "team": "payments"
         *       },
         *       "version": "1.4.0",
         *       "status": "active",
         *       "environment_ids": [
         *         "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *       ],
         *       "first_seen_at": "2026-03-14T09:26:53.589Z",
         *       "last_seen_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        SecretResponse: {
            cluster_name: string | null;
            /** Format: date-time */
            created_at: string;
            environment_ids: string[];
            /** Format: date-time */
            first_seen_at: string;
            /** Format: uuid */
            id: string;
            keys: string[];
            labels: {
                [key: string]: string;
            };
            /** Format: date-time */
            last_seen_at: string;
            provider: string;
            /** Format: uuid */
            provider_connection_id: string | null;
            ref: string;
            /** @enum {string} */
            status: "active" | "missing";
            /** Format: date-time */
            updated_at: string;
            version: string | null;
        };
        SignInResponse: {
            /** @description The identity provider, where one is configured. */
            oidc: {
                label: string;
            } | null;
            /** @description Local accounts were set up. */
            password: boolean;
        };
        /**
         * @description A scope to try; a member that is absent matches no rule that has its key.
         * @example {
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "provider_type": "cloud1-sm",
         *       "secret_ref": "payments/stripe",
         *       "operation": "patch",
         *       "type": "cross_team"
         *     }
         */
        SimulateBody: {
            /** Format: uuid */
            environment_id?: string;
            /** @enum {string} */
            operation?: "patch" | "read" | "reveal";
            /** Format: uuid */
            project_id?: string;
            /** @enum {string} */
            provider_type?: "cloud1-sm" | "cloud2-kv" | "cloud3-sm" | "orchestrator" | "vault";
            secret_ref?: string;
            /** @enum {string} */
            type?: "cross_team" | "patch" | "read";
        };
        /**
         * @example {
         *       "winner": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "name": "payments",
         *         "selector_keys": [
         *           "environment_kind",
         *           "operation"
         *         ],
         *         "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "workflow_name": "two people",
         *         "priority": 100,
         *         "enabled": true,
         *         "direct_reveal_allowed": false,
         *         "requires_mfa": false,
         *         "reveal_ttl_seconds": 60,
         *         "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "team_name": "platform",
         *         "is_system": false,
         *         "is_platform_inherited": false,
         *         "is_ancestor_inherited": false,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z"
         *       },
         *       "workflow": {
         *         "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *         "name": "payments"
         *       },
         *       "direct_reveal_allowed": false,
         *       "requires_mfa": false,
         *       "reveal_ttl_seconds": 60,
         *       "candidates": [
         *         {
         *           "rule_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *           "name": "payments",
         *           "outcome": "won",
         *           "reason": "first of the rules that match"
         *         }
         *       ]
         *     }
         */
        SimulationResponse: {
            candidates: components["schemas"]["CandidateResponse"][];
            direct_reveal_allowed: boolean;
            requires_mfa: boolean;
            reveal_ttl_seconds: number;
            winner: components["schemas"]["RuleResponse"] | null;
            workflow: components["schemas"]["GoverningWorkflow"] | null;
        };
        /**
         * @example {
         *       "job_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "warnings": [
         *         {
         *           "code": "no_agent_alive",
         *           "message": "No agent has been heard for this connection."
         *         }
         *       ]
         *     }
         */
        StartedDiscoveryResponse: {
            /** Format: uuid */
            correlation_id: string;
            /** Format: uuid */
            job_id: string;
            /** @description `no_agent_alive` where the job waits for an agent that nobody hears. */
            warnings: components["schemas"]["WarningResponse"][];
        };
        /**
         * @example {
         *       "job_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "warnings": [
         *         {
         *           "code": "no_agent_alive",
         *           "message": "No agent has been heard for this connection."
         *         }
         *       ]
         *     }
         */
        StartedJobResponse: {
            /** Format: uuid */
            correlation_id: string;
            /** Format: uuid */
            job_id: string;
            /** @description `no_agent_alive` where the job waits for an agent that nobody hears. */
            warnings: components["schemas"]["WarningResponse"][];
        };
        /**
         * @example {
         *       "challenge_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "secret": "JBSWY3DPEHPK3PXP",
         *       "otpauth_url": "otpauth://totp/Countersign:ada%40example.test?secret=JBSWY3DPEHPK3PXP&issuer=Countersign",
         *       "expires_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        StartedTotpResponse: {
            /** Format: uuid */
            challenge_id: string;
            /** Format: date-time */
            expires_at: string;
            otpauth_url: string;
            secret: string;
        };
        /**
         * @example {
         *       "challenge_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "options": {
         *         "challenge": "dGhlIGNoYWxsZW5nZQ",
         *         "rpId": "example.test"
         *       },
         *       "expires_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        StartedWebauthnResponse: {
            /** Format: uuid */
            challenge_id: string;
            /** Format: date-time */
            expires_at: string;
            /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
            options: Record<string, unknown>;
        };
        /**
         * @example {
         *       "kind": "connectivity_check",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        StartJobBody: {
            /** @enum {string} */
            kind: "connectivity_check" | "discover" | "patch" | "read";
            /** Format: uuid */
            provider_connection_id: string;
        };
        /**
         * @example {
         *       "label": "phone"
         *     }
         */
        StartTotpBody: {
            label?: string | null;
        };
        /**
         * @example {
         *       "label": "phone"
         *     }
         */
        StartWebauthnBody: {
            label?: string | null;
        };
        /**
         * @example {
         *       "status": "active"
         *     }
         */
        StatusBody: {
            /** @enum {string} */
            status: "active" | "archived";
        };
        /**
         * @example {
         *       "target_team_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "target_project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "target_environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "destination_provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "destination_secret_ref": "payments/stripe",
         *       "destination_keys": [
         *         "api_key"
         *       ],
         *       "source_project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "justification": "incident 4711"
         *     }
         */
        SubmitCrossTeamBody: {
            /** @description That there are any is asked later, after the permission over the source project. No body may hold a member named `__proto__`, so nobody could ever fill in a value under that name. */
            destination_keys?: string[];
            /** Format: uuid */
            destination_provider_connection_id: string;
            destination_secret_ref: string;
            justification?: string | null;
            /**
             * Format: uuid
             * @description Absent: the one project that fits.
             */
            source_project_id?: string;
            /** Format: uuid */
            target_environment_id: string;
            /** Format: uuid */
            target_project_id: string;
            /** Format: uuid */
            target_team_id: string;
        };
        /**
         * @example {
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "provider_connection_id": "0197a3c2-aa01-7d52-93f6-0b1c2d3e4f50",
         *       "secret_ref": "payments/stripe",
         *       "key_values": {
         *         "api_key": "c2tfdGVzdF8x"
         *       }
         *     }
         */
        SubmitPatchBody: {
            /** Format: uuid */
            environment_id: string;
            justification?: string | null;
            /** @description Base64 values of at most 64 KiB each, by key name. */
            key_values: {
                [key: string]: string;
            };
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            provider_connection_id: string;
            secret_ref: string;
        };
        /**
         * @example {
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "provider_connection_id": "0197a3c2-aa01-7d52-93f6-0b1c2d3e4f50",
         *       "secret_ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ],
         *       "justification": "incident 4711"
         *     }
         */
        SubmitReadBody: {
            /** Format: uuid */
            environment_id: string;
            justification?: string | null;
            keys: string[];
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            provider_connection_id: string;
            secret_ref: string;
        };
        /**
         * @description What a submit answers.
         * @example {
         *       "warnings": [
         *         {
         *           "code": "no_agent_alive",
         *           "message": "No agent has been heard for this connection."
         *         }
         *       ],
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "type": "cross_team",
         *       "operation": "patch",
         *       "status": "approved",
         *       "direct": false,
         *       "requester_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "requester_email": "ada@example.test",
         *       "project_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "environment_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "provider_connection_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "secret_ref": "payments/stripe",
         *       "keys": [
         *         "api_key"
         *       ],
         *       "justification": "incident 4711",
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "min_approvers": 1,
         *       "approvals_count": 1,
         *       "requires_mfa": false,
         *       "expires_at": "2026-03-14T09:26:53.589Z",
         *       "executed_at": "2026-03-14T09:26:53.589Z",
         *       "error": null,
         *       "reject_reason": null,
         *       "refuse_reason": null,
         *       "allowed_actions": [
         *         {
         *           "action": "approve",
         *           "allowed": true,
         *           "reason": "use the read-only key"
         *         }
         *       ],
         *       "correlation_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        SubmittedRequestResponse: {
            allowed_actions: {
                action: string;
                allowed: boolean;
                /** @description Null when allowed, else the code that the action would get. Step-up is no refusal: it is asked for then. */
                reason: string | null;
            }[];
            approvals_count: number;
            /** Format: uuid */
            correlation_id: string;
            /** Format: date-time */
            created_at: string;
            destination_keys?: string[];
            /** Format: uuid */
            destination_provider_connection_id?: string;
            destination_secret_ref?: string;
            direct: boolean;
            /** Format: uuid */
            environment_id: string;
            error: string | null;
            /** Format: date-time */
            executed_at: string | null;
            /** Format: date-time */
            expires_at: string;
            fill_comment?: string | null;
            /** Format: date-time */
            fill_expires_at?: string;
            /** Format: date-time */
            filled_at?: string | null;
            /** Format: uuid */
            filled_by_user_id?: string | null;
            /** Format: uuid */
            id: string;
            justification: string | null;
            keys: string[];
            min_approvers: number;
            /** @enum {string} */
            operation: "patch" | "read" | "reveal";
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            provider_connection_id: string;
            refuse_reason: string | null;
            reject_reason: string | null;
            requester_email: string;
            /** Format: uuid */
            requester_id: string;
            requires_mfa: boolean;
            secret_ref: string;
            snap_min_approvers?: number;
            snap_requires_security_approval?: boolean;
            /** Format: uuid */
            source_project_id?: string;
            /** @enum {string} */
            status: "approved" | "cancelled" | "executed" | "expired" | "failed" | "pending" | "pending_values" | "pending_verification" | "refused" | "rejected";
            /** Format: uuid */
            target_environment_id?: string;
            /** Format: uuid */
            target_project_id?: string;
            /** Format: uuid */
            target_team_id?: string;
            /** @enum {string} */
            type: "cross_team" | "patch" | "read";
            /** Format: date-time */
            updated_at: string;
            /** @description `no_agent_alive` where nobody is heard of who could carry it out; it was taken all the same. */
            warnings: components["schemas"]["WarningResponse"][];
            /** Format: uuid */
            workflow_id: string;
        };
        /**
         * @example {
         *       "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "request_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "key_name": "api_key",
         *       "alg": "HPKE-X25519-HKDF-SHA256-AES-256-GCM",
         *       "enc": "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=",
         *       "ciphertext": "r0Z7q8gkQ2mYp3Vw5t1nX4eB6uH9jL0s"
         *     }
         */
        TakenWrapResponse: {
            alg: string;
            ciphertext: string;
            enc: string;
            key_name: string;
            /** Format: uuid */
            request_id: string;
            /** Format: uuid */
            wrap_id: string;
        };
        TeamCountResponse: {
            count: number;
            /** Format: uuid */
            team_id: string;
            team_name: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "parent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "status": "active",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        TeamResponse: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            parent_id: string | null;
            /** @enum {string} */
            status: "active" | "archived";
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "type": "vault",
         *       "scope": {
         *         "address": "https://vault.example.test",
         *         "kvMount": "secret"
         *       },
         *       "self_service_bindable": false,
         *       "cluster_name": "main",
         *       "description": "Card payments",
         *       "status": "active",
         *       "auth_method": "kubernetes",
         *       "discover_enabled": false,
         *       "discover_interval_seconds": 3600
         *     }
         */
        UpdateConnectionBody: {
            auth_method?: string | null;
            /** @description Null takes it away. */
            cluster_name?: string | null;
            /** @description Null takes it away. */
            description?: string | null;
            discover_enabled?: boolean;
            discover_interval_seconds?: number;
            name?: string;
            scope?: {
                [key: string]: unknown;
            };
            self_service_bindable?: boolean;
            /** @enum {string} */
            status?: "active" | "disabled";
            /** @description Immutable: whatever is sent is ignored. */
            type?: unknown;
        };
        /**
         * @description Nothing else of an environment ever changes.
         * @example {
         *       "description": "Card payments",
         *       "risk_level": 0
         *     }
         */
        UpdateEnvironmentBody: {
            description?: string;
            risk_level?: number;
        };
        /**
         * @example {
         *       "direct_reveal_allowed": false,
         *       "requires_mfa": false,
         *       "reveal_ttl_seconds": 60,
         *       "name": "payments",
         *       "selector": {
         *         "environment_kind": "non_prod",
         *         "operation": "read"
         *       },
         *       "priority": 100,
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "enabled": true
         *     }
         */
        UpdatePolicyBody: {
            direct_reveal_allowed?: boolean;
            enabled?: boolean;
            name?: string;
            priority?: number;
            requires_mfa?: boolean;
            /** @description Clamped to 10 to 300; 0 is 60. */
            reveal_ttl_seconds?: number;
            /** @description What a rule applies to; every key that is there must match. */
            selector?: {
                [key: string]: string;
            };
            /** Format: uuid */
            workflow_id?: string;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "selector": {
         *         "environment_kind": "non_prod",
         *         "operation": "read"
         *       },
         *       "priority": 100,
         *       "workflow_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "enabled": true
         *     }
         */
        UpdateScopedRuleBody: {
            enabled?: boolean;
            name?: string;
            priority?: number;
            /** @description What a rule applies to; every key that is there must match. */
            selector?: {
                [key: string]: string;
            };
            /** Format: uuid */
            workflow_id?: string;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "parent_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41"
         *     }
         */
        UpdateTeamBody: {
            name?: string;
            /**
             * Format: uuid
             * @description null makes the team a root; absent leaves it where it is.
             */
            parent_id?: string | null;
        };
        /**
         * @example {
         *       "name": "payments",
         *       "min_approvers": 1,
         *       "allow_self_approval": false,
         *       "wrap_ttl_created_seconds": 86400,
         *       "wrap_ttl_approved_seconds": 3600,
         *       "wrap_ttl_claimed_seconds": 900,
         *       "request_ttl_seconds": 86400,
         *       "require_justification": false,
         *       "enabled": true,
         *       "fill_ttl_seconds": 86400,
         *       "requires_security_approval": false,
         *       "scoped_policy_authorable": false
         *     }
         */
        UpdateWorkflowBody: {
            allow_self_approval?: boolean;
            enabled?: boolean;
            fill_ttl_seconds?: number;
            min_approvers?: number;
            name?: string;
            request_ttl_seconds?: number;
            require_justification?: boolean;
            requires_security_approval?: boolean;
            scoped_policy_authorable?: boolean;
            wrap_ttl_approved_seconds?: number;
            wrap_ttl_claimed_seconds?: number;
            wrap_ttl_created_seconds?: number;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "email": "ada@example.test",
         *       "display_name": "Ada",
         *       "kind": "local",
         *       "disabled": false,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        UserResponse: {
            /** Format: date-time */
            created_at: string;
            disabled: boolean;
            display_name: string | null;
            email: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "local" | "oidc";
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description What has become of the votes once this one is recorded.
         * @example {
         *       "vote_recorded": false,
         *       "voted_as": "security",
         *       "source_votes": 1,
         *       "security_approval_required": false,
         *       "security_vote_present": false,
         *       "next_required": [
         *         "security_approval"
         *       ]
         *     }
         */
        VerificationResponse: {
            next_required: ("security_approval" | "source_approval")[];
            security_approval_required: boolean;
            security_vote_present: boolean;
            /** @description How many source approvals there are. */
            source_votes: number;
            vote_recorded: boolean;
            /** @enum {string} */
            voted_as: "security" | "source";
        };
        /**
         * @description The answer to a challenge: a factor's code, or what the browser's authenticator said.
         * @example {
         *       "challenge_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "factor_id": "0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20",
         *       "code": "287082"
         *     }
         */
        VerifyBody: {
            /** Format: uuid */
            challenge_id: string;
            code?: string;
            /**
             * Format: uuid
             * @description Of totp, with `code`.
             */
            factor_id?: string;
            /** @description Of webauthn: what `PublicKeyCredential.toJSON()` gives, an AuthenticationResponseJSON of WebAuthn Level 3. */
            response?: {
                [key: string]: unknown;
            };
        };
        /** @description What was done, and may not do what was meant. */
        WarningResponse: {
            code: string;
            message: string;
        };
        /**
         * @example {
         *       "id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "name": "payments",
         *       "min_approvers": 1,
         *       "allow_self_approval": false,
         *       "wrap_ttl_created_seconds": 86400,
         *       "wrap_ttl_approved_seconds": 3600,
         *       "wrap_ttl_claimed_seconds": 900,
         *       "request_ttl_seconds": 86400,
         *       "require_justification": false,
         *       "enabled": true,
         *       "fill_ttl_seconds": 86400,
         *       "requires_security_approval": false,
         *       "scoped_policy_authorable": false,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        WorkflowResponse: {
            allow_self_approval: boolean;
            /** Format: date-time */
            created_at: string;
            enabled: boolean;
            fill_ttl_seconds: number;
            /** Format: uuid */
            id: string;
            min_approvers: number;
            name: string;
            request_ttl_seconds: number;
            require_justification: boolean;
            requires_security_approval: boolean;
            scoped_policy_authorable: boolean;
            /** Format: date-time */
            updated_at: string;
            wrap_ttl_approved_seconds: number;
            wrap_ttl_claimed_seconds: number;
            wrap_ttl_created_seconds: number;
        };
        /**
         * @example {
         *       "job_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "dek_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "key_name": "api_key",
         *       "nonce": "AAECAwQFBgcICQoL",
         *       "ciphertext": "r0Z7q8gkQ2mYp3Vw5t1nX4eB6uH9jL0s",
         *       "attempt": 1
         *     }
         */
        WrapBody: {
            attempt?: number;
            /** @description Base64 of the ciphertext with its tag. */
            ciphertext: string;
            /** Format: uuid */
            dek_id: string;
            /** Format: uuid */
            job_id: string;
            key_name: string;
            /** @description Base64 of 12 bytes. */
            nonce: string;
        };
        /**
         * @example {
         *       "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "key_name": "api_key",
         *       "expires_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        WrapResponse: {
            /** Format: date-time */
            expires_at: string;
            key_name: string;
            /** Format: uuid */
            wrap_id: string;
        };
        /**
         * @description Says nothing of the value, its length included.
         * @example {
         *       "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "key_name": "api_key",
         *       "status": "available",
         *       "expires_at": "2026-03-14T10:26:53.589Z"
         *     }
         */
        WrapSummaryResponse: {
            /** Format: date-time */
            expires_at: string;
            key_name: string;
            /** @enum {string} */
            status: "available" | "consumed" | "expired";
            /** Format: uuid */
            wrap_id: string;
        };
        /**
         * @example {
         *       "wrap_id": "0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41",
         *       "key_name": "api_key",
         *       "value": "c2tfdGVzdF8x"
         *     }
         */
        WrapValueResponse: {
            key_name: string;
            /** @description base64 */
            value: string;
            /** Format: uuid */
            wrap_id: string;
        };
    };
    responses: {
        /**
         * @description `credential_in_scope`: A scope holds no credentials.
         *
         *     `discover_requires_cluster`: Discovery needs the name of the cluster whose agent does it.
         *
         *     `invalid_provider_url`: The address must be an https URL without credentials.
         *
         *     `invalid_role_arn`: The role must be written arn:<partition>:iam::<account>:role/<name>.
         *
         *     `provider_scope_invalid`: The scope does not fit the type.
         *
         *     `secret_in_scope`: A member of the scope looks like a secret.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.credential_in_scope.discover_requires_cluster.invalid_provider_url.invalid_role_arn.provider_scope_invalid.secret_in_scope.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    banned_key?: string;
                    /** @enum {string} */
                    error_code?: "credential_in_scope" | "discover_requires_cluster" | "invalid_provider_url" | "invalid_role_arn" | "provider_scope_invalid" | "secret_in_scope" | "validation_failed";
                    field?: string;
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    missing?: string[];
                    unknown?: string[];
                };
            };
        };
        /**
         * @description `cross_team_keys_mismatch`: The values are not those of the destination keys.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.cross_team_keys_mismatch.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_keys_mismatch" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    missing?: unknown[];
                    unexpected?: unknown[];
                };
            };
        };
        /**
         * @description `discover_requires_cluster`: Discovery needs the name of the cluster whose agent does it.
         *
         *     `job_kind_not_allowed`: Jobs of this kind come from approved requests alone.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.discover_requires_cluster.job_kind_not_allowed.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "discover_requires_cluster" | "job_kind_not_allowed" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `discover_requires_cluster`: Discovery needs the name of the cluster whose agent does it.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.discover_requires_cluster.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "discover_requires_cluster" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `envelope_invalid`: The envelope does not open.
         *
         *     `key_not_requested`: This job does not ask for that key.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.envelope_invalid.key_not_requested.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "envelope_invalid" | "key_not_requested" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `environment_id_required`: Name the environment to bind in.
         *
         *     `environment_not_in_project`: The environment is not one of this project.
         *
         *     `project_id_required`: Name the project whose connections you ask for.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.environment_id_required.environment_not_in_project.project_id_required.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "environment_id_required" | "environment_not_in_project" | "project_id_required" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `environment_id_required`: Name the environment to bind in.
         *
         *     `environment_not_in_project`: The environment is not one of this project.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.environment_id_required.environment_not_in_project.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "environment_id_required" | "environment_not_in_project" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `environment_not_in_project`: The environment is not one of this project.
         *
         *     `justification_required`: The workflow asks for a justification.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.environment_not_in_project.justification_required.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_in_project" | "justification_required" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `environment_not_in_project`: The environment is not one of this project.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.environment_not_in_project.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_in_project" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `environment_not_in_project`: The environment is not one of this project.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.environment_not_in_project.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_in_project" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `justification_required`: The workflow asks for a justification.
         *
         *     `source_project_ambiguous`: Name the source project: more than one fits.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.justification_required.source_project_ambiguous.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "justification_required" | "source_project_ambiguous" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    project_ids?: unknown[];
                };
            };
        };
        /**
         * @description `mfa_code_invalid`: This code is not right; start the enrollment again.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.mfa_code_invalid.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "mfa_code_invalid" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `permission_unknown`: The catalog has no such permission.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.permission_unknown.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "permission_unknown" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    unknown?: unknown[];
                };
            };
        };
        /**
         * @description `policy_environment_not_in_project`: The project has no such environment.
         *
         *     `policy_priority_reserved`: Priorities from the cap on are for platform rules.
         *
         *     `policy_scope_too_broad`: The selector is not narrow enough, or names an unknown value.
         *
         *     `policy_selector_mismatch`: The selector names another place than this address.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.policy_environment_not_in_project.policy_priority_reserved.policy_scope_too_broad.policy_selector_mismatch.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "policy_environment_not_in_project" | "policy_priority_reserved" | "policy_scope_too_broad" | "policy_selector_mismatch" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    priority_cap?: number;
                    reason?: string;
                };
            };
        };
        /**
         * @description `policy_environment_not_in_project`: The project has no such environment.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.policy_environment_not_in_project.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "policy_environment_not_in_project" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `policy_scope_too_broad`: The selector is not narrow enough, or names an unknown value.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.policy_scope_too_broad.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "policy_scope_too_broad" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    reason?: string;
                };
            };
        };
        /**
         * @description `public_key_invalid`: The public key is not a usable X25519 key.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.public_key_invalid.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "public_key_invalid" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `reveal_type_unsupported`: A patch request has nothing to reveal.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.reveal_type_unsupported.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "reveal_type_unsupported" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `scope_invalid`: A scope is empty, or names one project_id or one team_id.
         *
         *     `scope_required`: This role is granted within a team or project only.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.scope_invalid.scope_required.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "scope_invalid" | "scope_required" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `team_cycle`: A team cannot lie below itself.
         *
         *     `validation_failed`: The request is not valid.
         */
        "400.team_cycle.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "team_cycle" | "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description `validation_failed`: The request is not valid. */
        "400.validation_failed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description `validation_failed`: The request is not valid. */
        "400.validation_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "validation_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `validation_failed`: The request is not valid.
         *
         *     `webauthn_registration_failed`: The authenticator could not be registered; start the enrollment again.
         */
        "400.validation_failed.webauthn_registration_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "validation_failed" | "webauthn_registration_failed";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `validation_failed`: The request is not valid.
         *
         *     `workflow_contradictory`: A security approval needs at least one approver.
         */
        "400.validation_failed.workflow_contradictory.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "validation_failed" | "workflow_contradictory";
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
        /**
         * @description `factor_compromised`: This authenticator may have been copied: it was disabled and every session was ended.
         *
         *     `mfa_code_invalid`: This code is not right.
         *
         *     `mfa_locked`: Too many wrong codes; step-up is locked for a while.
         *
         *     `unauthenticated`: Sign in to continue.
         *
         *     `webauthn_assertion_failed`: This authenticator did not confirm you.
         */
        "401.factor_compromised.mfa_code_invalid.mfa_locked.unauthenticated.webauthn_assertion_failed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "factor_compromised" | "mfa_code_invalid" | "mfa_locked" | "unauthenticated" | "webauthn_assertion_failed";
                };
            };
        };
        /** @description `invalid_credentials`: The e-mail or password is not right. */
        "401.invalid_credentials.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "invalid_credentials";
                };
            };
        };
        /**
         * @description `mfa_locked`: Too many wrong codes; step-up is locked for a while.
         *
         *     `unauthenticated`: Sign in to continue.
         */
        "401.mfa_locked.unauthenticated.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "mfa_locked" | "unauthenticated";
                };
            };
        };
        /**
         * @description `step_up_required`: Confirm it is you with your second factor.
         *
         *     `unauthenticated`: Sign in to continue.
         */
        "401.step_up_required.unauthenticated": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "step_up_required" | "unauthenticated";
                };
            };
        };
        /**
         * @description `step_up_required`: Confirm it is you with your second factor.
         *
         *     `unauthenticated`: Sign in to continue.
         */
        "401.step_up_required.unauthenticated.older": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "step_up_required" | "unauthenticated";
                };
            };
        };
        /** @description `unauthenticated`: Sign in to continue. */
        "401.unauthenticated.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "unauthenticated";
                };
            };
        };
        /** @description `unauthorized`: The credential is not valid. */
        "401.unauthorized.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "unauthorized";
                };
            };
        };
        /**
         * @description `actor_mismatch`: You can act in your own name only.
         *
         *     `cross_site_request_refused`: This request came from another site.
         *
         *     `not_requester`: Only the requester may do this.
         */
        "403.actor_mismatch.cross_site_request_refused.not_requester.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "actor_mismatch" | "cross_site_request_refused" | "not_requester";
                };
            };
        };
        /**
         * @description `actor_mismatch`: You can act in your own name only.
         *
         *     `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_project`: Your grants do not cover this project.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `separation_of_duties_violated`: One person can not have both roles here.
         */
        "403.actor_mismatch.cross_site_request_refused.out_of_scope_project.permission_denied.separation_of_duties_violated.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "actor_mismatch" | "cross_site_request_refused" | "out_of_scope_project" | "permission_denied" | "separation_of_duties_violated";
                    permission?: string;
                };
            };
        };
        /**
         * @description `connection_not_self_service_bindable`: Only administrators of integrations bind this connection.
         *
         *     `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_binding`: Your grants do not cover this binding.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `prod_binding_not_allowed_for_scope`: Only administrators of integrations bind in prod environments.
         */
        "403.connection_not_self_service_bindable.cross_site_request_refused.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    env_kind?: string;
                    /** @enum {string} */
                    error_code?: "connection_not_self_service_bindable" | "cross_site_request_refused" | "out_of_scope_binding" | "permission_denied" | "prod_binding_not_allowed_for_scope";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `direct_reveal_not_allowed`: This secret can not be revealed directly.
         */
        "403.cross_site_request_refused.direct_reveal_not_allowed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    condition?: string;
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "direct_reveal_not_allowed";
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `grant_exceeds_own`: This goes beyond what you hold yourself.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.cross_site_request_refused.grant_exceeds_own.permission_denied.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "grant_exceeds_own" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `legacy_mint_disabled`: Agents are enrolled with a token; minting is switched off.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.cross_site_request_refused.legacy_mint_disabled.permission_denied.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "legacy_mint_disabled" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `not_owner`: Only the owner of a reveal session may end it.
         */
        "403.cross_site_request_refused.not_owner": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "not_owner";
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `not_requester`: Only the requester may do this.
         */
        "403.cross_site_request_refused.not_requester": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "not_requester";
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `not_requester`: Only the requester may do this.
         */
        "403.cross_site_request_refused.not_requester.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "not_requester";
                };
            };
        };
        /** @description `cross_site_request_refused`: This request came from another site. */
        "403.cross_site_request_refused.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused";
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_binding`: Your grants do not cover this binding.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `prod_binding_not_allowed_for_scope`: Only administrators of integrations bind in prod environments.
         */
        "403.cross_site_request_refused.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    env_kind?: string;
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_binding" | "permission_denied" | "prod_binding_not_allowed_for_scope";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_binding`: Your grants do not cover this binding.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `prod_binding_not_allowed_for_scope`: Only administrators of integrations bind in prod environments.
         */
        "403.cross_site_request_refused.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    env_kind?: string;
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_binding" | "permission_denied" | "prod_binding_not_allowed_for_scope";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_policy`: You do not author policy rules for this place.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.cross_site_request_refused.out_of_scope_policy.permission_denied.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_policy" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_policy`: You do not author policy rules for this place.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `platform_policy_not_editable`: Platform rules cannot be changed here.
         */
        "403.cross_site_request_refused.out_of_scope_policy.permission_denied.platform_policy_not_editable": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_policy" | "permission_denied" | "platform_policy_not_editable";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_policy`: You do not author policy rules for this place.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `platform_policy_not_editable`: Platform rules cannot be changed here.
         *
         *     `prod_policy_not_allowed_for_scope`: A scoped rule cannot govern prod.
         *
         *     `workflow_not_authorable_for_scope`: Scoped rules cannot use this workflow.
         */
        "403.cross_site_request_refused.out_of_scope_policy.permission_denied.platform_policy_not_editable.prod_policy_not_allowed_for_scope.workflow_not_authorable_for_scope": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    env_kind?: string;
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_policy" | "permission_denied" | "platform_policy_not_editable" | "prod_policy_not_allowed_for_scope" | "workflow_not_authorable_for_scope";
                    permission?: string;
                    workflow_id?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_policy`: You do not author policy rules for this place.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `prod_policy_not_allowed_for_scope`: A scoped rule cannot govern prod.
         *
         *     `workflow_not_authorable_for_scope`: Scoped rules cannot use this workflow.
         */
        "403.cross_site_request_refused.out_of_scope_policy.permission_denied.prod_policy_not_allowed_for_scope.workflow_not_authorable_for_scope": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    env_kind?: string;
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_policy" | "permission_denied" | "prod_policy_not_allowed_for_scope" | "workflow_not_authorable_for_scope";
                    permission?: string;
                    workflow_id?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_project`: You may not change this project.
         */
        "403.cross_site_request_refused.out_of_scope_project.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_project";
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_project`: Your grants do not cover this project.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.cross_site_request_refused.out_of_scope_project.permission_denied": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_project" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_project`: Your grants do not cover this project.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `separation_of_duties_violated`: One person can not have both roles here.
         */
        "403.cross_site_request_refused.out_of_scope_project.permission_denied.separation_of_duties_violated": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_project" | "permission_denied" | "separation_of_duties_violated";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_team`: Your grants do not cover this team.
         */
        "403.cross_site_request_refused.out_of_scope_team.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_team";
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `out_of_scope_team`: Your grants do not cover this team.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `separation_of_duties_violated`: One person can not have both roles here.
         */
        "403.cross_site_request_refused.out_of_scope_team.permission_denied.separation_of_duties_violated": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "out_of_scope_team" | "permission_denied" | "separation_of_duties_violated";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.cross_site_request_refused.permission_denied": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /**
         * @description `cross_site_request_refused`: This request came from another site.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.cross_site_request_refused.permission_denied.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_site_request_refused" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /** @description `not_requester`: Only the requester may do this. */
        "403.not_requester.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "not_requester";
                };
            };
        };
        /**
         * @description `out_of_scope_binding`: Your grants do not cover this binding.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         *
         *     `prod_binding_not_allowed_for_scope`: Only administrators of integrations bind in prod environments.
         */
        "403.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    env_kind?: string;
                    /** @enum {string} */
                    error_code?: "out_of_scope_binding" | "permission_denied" | "prod_binding_not_allowed_for_scope";
                    permission?: string;
                };
            };
        };
        /**
         * @description `out_of_scope_policy`: You do not author policy rules for this place.
         *
         *     `permission_denied`: You do not hold the permission this needs.
         */
        "403.out_of_scope_policy.permission_denied": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "out_of_scope_policy" | "permission_denied";
                    permission?: string;
                };
            };
        };
        /** @description `out_of_scope_team`: Your grants do not cover this team. */
        "403.out_of_scope_team": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "out_of_scope_team";
                };
            };
        };
        /** @description `permission_denied`: You do not hold the permission this needs. */
        "403.permission_denied": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "permission_denied";
                    permission?: string;
                };
            };
        };
        /** @description `permission_denied`: You do not hold the permission this needs. */
        "403.permission_denied.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "permission_denied";
                    permission?: string;
                };
            };
        };
        /** @description `agent_not_found`: There is no such agent. */
        "404.agent_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "agent_not_found";
                };
            };
        };
        /** @description `argocd_endpoint_not_found`: There is no such Argo CD endpoint. */
        "404.argocd_endpoint_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "argocd_endpoint_not_found";
                };
            };
        };
        /**
         * @description `argocd_endpoint_not_found`: There is no such Argo CD endpoint.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.argocd_endpoint_not_found.project_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "argocd_endpoint_not_found" | "project_not_found";
                };
            };
        };
        /** @description `assignment_not_found`: There is no such assignment. */
        "404.assignment_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "assignment_not_found";
                };
            };
        };
        /** @description `audit_checkpoint_not_found`: No checkpoint of the audit log reaches that far. */
        "404.audit_checkpoint_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "audit_checkpoint_not_found";
                };
            };
        };
        /** @description `audit_event_not_found`: There is no such audit event. */
        "404.audit_event_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "audit_event_not_found";
                };
            };
        };
        /** @description `binding_not_found`: There is no such binding. */
        "404.binding_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "binding_not_found";
                };
            };
        };
        /**
         * @description `binding_not_found`: There is no such binding.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.binding_not_found.project_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "binding_not_found" | "project_not_found";
                };
            };
        };
        /** @description `connection_not_found`: There is no such connection. */
        "404.connection_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "connection_not_found";
                };
            };
        };
        /**
         * @description `connection_not_found`: There is no such connection.
         *
         *     `environment_not_found`: There is no such environment.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.connection_not_found.environment_not_found.project_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "connection_not_found" | "environment_not_found" | "project_not_found";
                };
            };
        };
        /** @description `connection_not_found`: There is no such connection. */
        "404.connection_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "connection_not_found";
                };
            };
        };
        /**
         * @description `connection_not_found`: There is no such connection.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.connection_not_found.project_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "connection_not_found" | "project_not_found";
                };
            };
        };
        /**
         * @description `connection_not_found`: There is no such connection.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.connection_not_found.project_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "connection_not_found" | "project_not_found";
                };
            };
        };
        /** @description `enrollment_token_not_found`: There is no such enrollment token. */
        "404.enrollment_token_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "enrollment_token_not_found";
                };
            };
        };
        /** @description `environment_not_found`: There is no such environment. */
        "404.environment_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_found";
                };
            };
        };
        /**
         * @description `environment_not_found`: There is no such environment.
         *
         *     `policy_not_found`: There is no such rule here.
         *
         *     `project_not_found`: There is no such project.
         *
         *     `workflow_not_found`: There is no such workflow.
         */
        "404.environment_not_found.policy_not_found.project_not_found.workflow_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_found" | "policy_not_found" | "project_not_found" | "workflow_not_found";
                };
            };
        };
        /**
         * @description `environment_not_found`: There is no such environment.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.environment_not_found.project_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_found" | "project_not_found";
                };
            };
        };
        /**
         * @description `environment_not_found`: There is no such environment.
         *
         *     `project_not_found`: There is no such project.
         *
         *     `workflow_not_found`: There is no such workflow.
         */
        "404.environment_not_found.project_not_found.workflow_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_not_found" | "project_not_found" | "workflow_not_found";
                };
            };
        };
        /** @description `factor_not_found`: You have no such factor. */
        "404.factor_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "factor_not_found";
                };
            };
        };
        /** @description `job_not_found`: There is no such job. */
        "404.job_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "job_not_found";
                };
            };
        };
        /** @description `mapping_not_found`: There is no such mapping. */
        "404.mapping_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "mapping_not_found";
                };
            };
        };
        /** @description `policy_not_found`: There is no such rule here. */
        "404.policy_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "policy_not_found";
                };
            };
        };
        /**
         * @description `policy_not_found`: There is no such rule here.
         *
         *     `project_not_found`: There is no such project.
         */
        "404.policy_not_found.project_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "policy_not_found" | "project_not_found";
                };
            };
        };
        /**
         * @description `policy_not_found`: There is no such rule here.
         *
         *     `team_not_found`: There is no such team.
         */
        "404.policy_not_found.team_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "policy_not_found" | "team_not_found";
                };
            };
        };
        /** @description `project_not_found`: There is no such project. */
        "404.project_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "project_not_found";
                };
            };
        };
        /** @description `project_not_found`: There is no such project. */
        "404.project_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "project_not_found";
                };
            };
        };
        /**
         * @description `project_not_found`: There is no such project.
         *
         *     `role_not_found`: There is no such role.
         *
         *     `team_not_found`: There is no such team.
         *
         *     `user_not_found`: There is no such user.
         */
        "404.project_not_found.role_not_found.team_not_found.user_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "project_not_found" | "role_not_found" | "team_not_found" | "user_not_found";
                };
            };
        };
        /**
         * @description `project_not_found`: There is no such project.
         *
         *     `secret_not_found`: There is no such secret.
         */
        "404.project_not_found.secret_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "project_not_found" | "secret_not_found";
                };
            };
        };
        /** @description `request_not_found`: There is no such request. */
        "404.request_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "request_not_found";
                };
            };
        };
        /** @description `request_not_found`: There is no such request. */
        "404.request_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "request_not_found";
                };
            };
        };
        /**
         * @description `request_not_found`: There is no such request.
         *
         *     `wrap_not_found`: There is no such wrap.
         */
        "404.request_not_found.wrap_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "request_not_found" | "wrap_not_found";
                };
            };
        };
        /** @description `reveal_session_not_found`: There is no such reveal session. */
        "404.reveal_session_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "reveal_session_not_found";
                };
            };
        };
        /** @description `role_not_found`: There is no such role. */
        "404.role_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "role_not_found";
                };
            };
        };
        /** @description `secret_not_found`: There is no such secret. */
        "404.secret_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "secret_not_found";
                };
            };
        };
        /** @description `team_not_found`: There is no such team. */
        "404.team_not_found": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "team_not_found";
                };
            };
        };
        /** @description `team_not_found`: There is no such team. */
        "404.team_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "team_not_found";
                };
            };
        };
        /** @description `user_not_found`: There is no such user. */
        "404.user_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "user_not_found";
                };
            };
        };
        /** @description `workflow_not_found`: There is no such workflow. */
        "404.workflow_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "workflow_not_found";
                };
            };
        };
        /** @description `wrap_not_found`: There is no such wrap. */
        "404.wrap_not_found.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "wrap_not_found";
                };
            };
        };
        /** @description `argocd_endpoint_disabled`: This Argo CD endpoint is switched off. */
        "409.argocd_endpoint_disabled.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "argocd_endpoint_disabled";
                };
            };
        };
        /** @description `assignment_exists`: The user has this role there already. */
        "409.assignment_exists.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "assignment_exists";
                };
            };
        };
        /** @description `audit_event_not_sealed`: No signed checkpoint covers this event yet; try again shortly. */
        "409.audit_event_not_sealed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "audit_event_not_sealed";
                };
            };
        };
        /**
         * @description `binding_exists`: The connection is bound there already.
         *
         *     `connection_disabled`: This connection is disabled.
         */
        "409.binding_exists.connection_disabled": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "binding_exists" | "connection_disabled";
                };
            };
        };
        /** @description `cluster_mismatch`: The cluster name differs from the connection's or the token's. */
        "409.cluster_mismatch": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cluster_mismatch";
                };
            };
        };
        /**
         * @description `cluster_mismatch`: The cluster name differs from the connection's or the token's.
         *
         *     `enrollment_token_consumed`: This enrollment token was used; ask for a new one.
         */
        "409.cluster_mismatch.enrollment_token_consumed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cluster_mismatch" | "enrollment_token_consumed";
                };
            };
        };
        /**
         * @description `connection_disabled`: This connection is disabled.
         *
         *     `connection_not_bound`: The connection is not bound to this environment.
         *
         *     `no_matching_policy`: No policy rule covers this.
         *
         *     `prod_needs_approval`: In prod somebody has to approve; the workflow asks nobody.
         *
         *     `project_archived`: This project is archived.
         *
         *     `secret_bound_to_prod`: This secret belongs to a prod environment.
         *
         *     `secret_not_bound`: This secret is not bound to the environment.
         *
         *     `workflow_disabled`: The workflow that governs this is disabled.
         */
        "409.connection_disabled.connection_not_bound.no_matching_policy.prod_needs_approval.project_archived.secret_bound_to_prod.secret_not_bound.workflow_disabled.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "connection_disabled" | "connection_not_bound" | "no_matching_policy" | "prod_needs_approval" | "project_archived" | "secret_bound_to_prod" | "secret_not_bound" | "workflow_disabled";
                };
            };
        };
        /**
         * @description `connection_disabled`: This connection is disabled.
         *
         *     `connection_not_bound`: The connection is not bound to this environment.
         *
         *     `no_matching_policy`: No policy rule covers this.
         *
         *     `project_archived`: This project is archived.
         *
         *     `secret_not_bound`: This secret is not bound to the environment.
         *
         *     `workflow_disabled`: The workflow that governs this is disabled.
         */
        "409.connection_disabled.connection_not_bound.no_matching_policy.project_archived.secret_not_bound.workflow_disabled.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "connection_disabled" | "connection_not_bound" | "no_matching_policy" | "project_archived" | "secret_not_bound" | "workflow_disabled";
                };
            };
        };
        /**
         * @description `connection_disabled`: This connection is disabled.
         *
         *     `discovery_already_running`: A discovery of this connection is running.
         */
        "409.connection_disabled.discovery_already_running": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "connection_disabled" | "discovery_already_running";
                };
            };
        };
        /**
         * @description `connection_disabled`: This connection is disabled.
         *
         *     `discovery_already_running`: A discovery of this connection is running.
         */
        "409.connection_disabled.discovery_already_running.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "connection_disabled" | "discovery_already_running";
                };
            };
        };
        /**
         * @description `connection_disabled`: This connection is disabled.
         *
         *     `no_matching_policy`: No policy rule covers this.
         *
         *     `prod_needs_approval`: In prod somebody has to approve; the workflow asks nobody.
         *
         *     `project_archived`: This project is archived.
         *
         *     `workflow_disabled`: The workflow that governs this is disabled.
         */
        "409.connection_disabled.no_matching_policy.prod_needs_approval.project_archived.workflow_disabled": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "connection_disabled" | "no_matching_policy" | "prod_needs_approval" | "project_archived" | "workflow_disabled";
                };
            };
        };
        /** @description `connection_in_use`: Bindings or open requests still use the connection. */
        "409.connection_in_use": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    bindings_count?: number;
                    /** @enum {string} */
                    error_code?: "connection_in_use";
                    open_requests_count?: number;
                };
            };
        };
        /** @description `connection_name_exists`: A connection of this name exists. */
        "409.connection_name_exists": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "connection_name_exists";
                };
            };
        };
        /**
         * @description `cross_team_already_filled`: The request has its values already.
         *
         *     `cross_team_status_invalid_transition`: The request is not in a state for this.
         *
         *     `request_status_invalid_transition`: The request is not in a state for this.
         */
        "409.cross_team_already_filled.cross_team_status_invalid_transition.request_status_invalid_transition": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_already_filled" | "cross_team_status_invalid_transition" | "request_status_invalid_transition";
                };
            };
        };
        /**
         * @description `cross_team_status_invalid_transition`: The request is not in a state for this.
         *
         *     `duplicate_vote`: You have voted on this request.
         *
         *     `request_status_invalid_transition`: The request is not in a state for this.
         */
        "409.cross_team_status_invalid_transition.duplicate_vote.request_status_invalid_transition": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_status_invalid_transition" | "duplicate_vote" | "request_status_invalid_transition";
                };
            };
        };
        /**
         * @description `cross_team_status_invalid_transition`: The request is not in a state for this.
         *
         *     `duplicate_vote`: You have voted on this request.
         *
         *     `request_status_invalid_transition`: The request is not in a state for this.
         */
        "409.cross_team_status_invalid_transition.duplicate_vote.request_status_invalid_transition.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_status_invalid_transition" | "duplicate_vote" | "request_status_invalid_transition";
                };
            };
        };
        /**
         * @description `cross_team_status_invalid_transition`: The request is not in a state for this.
         *
         *     `request_status_invalid_transition`: The request is not in a state for this.
         */
        "409.cross_team_status_invalid_transition.request_status_invalid_transition": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_status_invalid_transition" | "request_status_invalid_transition";
                };
            };
        };
        /**
         * @description `cross_team_status_invalid_transition`: The request is not in a state for this.
         *
         *     `request_status_invalid_transition`: The request is not in a state for this.
         */
        "409.cross_team_status_invalid_transition.request_status_invalid_transition.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_status_invalid_transition" | "request_status_invalid_transition";
                };
            };
        };
        /**
         * @description `dek_mismatch`: The data key was issued for another job or attempt.
         *
         *     `job_not_claimed`: This job is not, or no longer, yours.
         *
         *     `wrap_exists`: This key has its value already.
         */
        "409.dek_mismatch.job_not_claimed.wrap_exists.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "dek_mismatch" | "job_not_claimed" | "wrap_exists";
                };
            };
        };
        /**
         * @description `email_exists`: A local account with this e-mail exists.
         *
         *     `local_sign_in_unavailable`: Local sign-in was never set up here.
         */
        "409.email_exists.local_sign_in_unavailable.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "email_exists" | "local_sign_in_unavailable";
                };
            };
        };
        /** @description `enrollment_token_consumed`: This enrollment token was used; ask for a new one. */
        "409.enrollment_token_consumed": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "enrollment_token_consumed";
                };
            };
        };
        /**
         * @description `environment_name_exists`: The project has an environment of this name.
         *
         *     `project_archived`: This project is archived.
         */
        "409.environment_name_exists.project_archived.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "environment_name_exists" | "project_archived";
                };
            };
        };
        /** @description `factor_exists`: This authenticator is registered already. */
        "409.factor_exists.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "factor_exists";
                };
            };
        };
        /**
         * @description `job_incomplete`: Not every key of this job has its value yet.
         *
         *     `job_not_claimed`: This job is not, or no longer, yours.
         */
        "409.job_incomplete.job_not_claimed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "job_incomplete" | "job_not_claimed";
                };
            };
        };
        /** @description `job_not_claimed`: This job is not, or no longer, yours. */
        "409.job_not_claimed.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "job_not_claimed";
                };
            };
        };
        /**
         * @description `job_not_claimed`: This job is not, or no longer, yours.
         *
         *     `public_key_missing`: Register a public key before asking for anything sealed to it.
         */
        "409.job_not_claimed.public_key_missing.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "job_not_claimed" | "public_key_missing";
                };
            };
        };
        /** @description `last_admin`: Someone has to keep user_role.edit, and someone role.edit, without a scope. */
        "409.last_admin.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "last_admin";
                };
            };
        };
        /** @description `mapping_exists`: The application is mapped to this environment already. */
        "409.mapping_exists.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "mapping_exists";
                };
            };
        };
        /**
         * @description `nothing_to_reveal`: No wrap of this request can be retrieved any more.
         *
         *     `request_status_invalid_transition`: The request is not in a state for this.
         *
         *     `reveal_session_open`: A reveal session of this request is open.
         */
        "409.nothing_to_reveal.request_status_invalid_transition.reveal_session_open": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "nothing_to_reveal" | "request_status_invalid_transition" | "reveal_session_open";
                };
            };
        };
        /**
         * @description `project_name_exists`: A project of this name exists.
         *
         *     `team_archived`: This team is archived.
         */
        "409.project_name_exists.team_archived.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "project_name_exists" | "team_archived";
                };
            };
        };
        /** @description `public_key_missing`: Register a public key before asking for anything sealed to it. */
        "409.public_key_missing.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "public_key_missing";
                };
            };
        };
        /** @description `request_status_invalid_transition`: The request is not in a state for this. */
        "409.request_status_invalid_transition.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "request_status_invalid_transition";
                };
            };
        };
        /**
         * @description `role_in_use`: Someone still has this role.
         *
         *     `system_row`: A system role cannot be deleted.
         */
        "409.role_in_use.system_row.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "role_in_use" | "system_row";
                };
            };
        };
        /** @description `role_name_exists`: A role of this name exists. */
        "409.role_name_exists.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "role_name_exists";
                };
            };
        };
        /** @description `team_archived`: This team is archived. */
        "409.team_archived": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "team_archived";
                };
            };
        };
        /** @description `workflow_in_use`: A rule names this workflow. */
        "409.workflow_in_use.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "workflow_in_use";
                };
            };
        };
        /** @description `workflow_name_exists`: A workflow of this name exists. */
        "409.workflow_name_exists.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "workflow_name_exists";
                };
            };
        };
        /** @description `dek_expired`: The data key is unknown or has expired; ask for a new one. */
        "410.dek_expired.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "dek_expired";
                };
            };
        };
        /** @description `enrollment_token_expired`: This enrollment token has expired; ask for a new one. */
        "410.enrollment_token_expired.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "enrollment_token_expired";
                };
            };
        };
        /** @description `fill_window_expired`: The time to provide values has passed. */
        "410.fill_window_expired": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "fill_window_expired";
                };
            };
        };
        /** @description `mfa_challenge_expired`: This challenge is over; start again. */
        "410.mfa_challenge_expired.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "mfa_challenge_expired";
                };
            };
        };
        /**
         * @description `wrap_consumed`: This wrap was retrieved; a wrap opens once.
         *
         *     `wrap_expired`: This wrap has expired.
         */
        "410.wrap_consumed.wrap_expired.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "wrap_consumed" | "wrap_expired";
                };
            };
        };
        /**
         * @description `cross_team_destination_unbound`: The destination connection is not bound to the source project.
         *
         *     `cross_team_invalid_target`: Team, project and environment of the target do not belong together, or are not active.
         *
         *     `cross_team_keys_empty`: Name at least one destination key.
         *
         *     `cross_team_min_approvers_unsupported`: The workflow asks for more approvers than a cross-team request can have.
         *
         *     `mfa_enrollment_required`: Enroll a second factor first.
         */
        "412.cross_team_destination_unbound.cross_team_invalid_target.cross_team_keys_empty.cross_team_min_approvers_unsupported.mfa_enrollment_required": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "cross_team_destination_unbound" | "cross_team_invalid_target" | "cross_team_keys_empty" | "cross_team_min_approvers_unsupported" | "mfa_enrollment_required";
                };
            };
        };
        /** @description `mfa_enrollment_required`: Enroll a second factor first. */
        "412.mfa_enrollment_required": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "mfa_enrollment_required";
                };
            };
        };
        /** @description `mfa_enrollment_required`: Enroll a second factor first. */
        "412.mfa_enrollment_required.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "mfa_enrollment_required";
                };
            };
        };
        /** @description `payload_too_large`: The request body is too large. */
        "413.payload_too_large": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "payload_too_large";
                };
            };
        };
        /** @description `payload_too_large`: The request body is too large. */
        "413.payload_too_large.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "payload_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: Send this request as application/json. */
        "415.unsupported_media_type": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "unsupported_media_type";
                };
            };
        };
        /** @description `unsupported_media_type`: Send this request as application/json. */
        "415.unsupported_media_type.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "unsupported_media_type";
                };
            };
        };
        /** @description `idempotency_key_reused`: This key was used for another request. */
        "422.idempotency_key_reused": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "idempotency_key_reused";
                };
            };
        };
        /** @description `idempotency_key_reused`: This key was used for another request. */
        "422.idempotency_key_reused.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "idempotency_key_reused";
                };
            };
        };
        /** @description `rate_limited`: Too many requests; wait and try again. */
        "429.rate_limited": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "rate_limited";
                };
            };
        };
        /** @description `rate_limited`: Too many requests; wait and try again. */
        "429.rate_limited.older": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "rate_limited";
                };
            };
        };
        /** @description `dependency_unavailable`: A service this depends on is away; try again shortly. */
        "503.dependency_unavailable": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    error_code?: "dependency_unavailable";
                };
            };
        };
        /** @description `dependency_unavailable`: A service this depends on is away; try again shortly. */
        "503.dependency_unavailable.older": {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderProblem"] & {
                    /** @enum {string} */
                    error_code?: "dependency_unavailable";
                };
            };
        };
    };
    parameters: {
        /** @description The same key and body within 24 hours gives the first answer again. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Who may keep the answer, and how long. */
        "Cache-Control": string;
        /** @description Names this very content. */
        ETag: string;
        /** @description `<...>; rel="next"` when there are more rows. */
        Link: string;
        /** @description Where to go on. */
        Location: string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The session or flow cookie: HttpOnly. */
        "Set-Cookie": string;
        /** @description Which headers of the call the answer depends on. */
        Vary: string;
        /** @description What authentication would be enough (RFC 9470). */
        "WWW-Authenticate": string;
        /** @description Names this call in logs and audit events: the caller's UUID when one was sent, unless it is of version 7. */
        "X-Correlation-Id": string;
    };
    pathItems: never;
}
export type ActiveRevealResponse = components['schemas']['ActiveRevealResponse'];
export type AgentPlace = components['schemas']['AgentPlace'];
export type AgentResponse = components['schemas']['AgentResponse'];
export type AgentScope = components['schemas']['AgentScope'];
export type AgentSelfResponse = components['schemas']['AgentSelfResponse'];
export type ApplicationResponse = components['schemas']['ApplicationResponse'];
export type ApprovalResponse = components['schemas']['ApprovalResponse'];
export type ApproveBody = components['schemas']['ApproveBody'];
export type AssignmentResponse = components['schemas']['AssignmentResponse'];
export type AuditEventResponse = components['schemas']['AuditEventResponse'];
export type AuthorableWorkflowResponse = components['schemas']['AuthorableWorkflowResponse'];
export type BindingResponse = components['schemas']['BindingResponse'];
export type BindSecretsBody = components['schemas']['BindSecretsBody'];
export type BoundSecretsResponse = components['schemas']['BoundSecretsResponse'];
export type CancelBody = components['schemas']['CancelBody'];
export type CandidateResponse = components['schemas']['CandidateResponse'];
export type CastVoteBody = components['schemas']['CastVoteBody'];
export type ChallengeBody = components['schemas']['ChallengeBody'];
export type ChallengeResponse = components['schemas']['ChallengeResponse'];
export type CheckpointResponse = components['schemas']['CheckpointResponse'];
export type ClaimBody = components['schemas']['ClaimBody'];
export type ClaimResponse = components['schemas']['ClaimResponse'];
export type CompleteBody = components['schemas']['CompleteBody'];
export type ConfirmTotpBody = components['schemas']['ConfirmTotpBody'];
export type ConnectionChoiceResponse = components['schemas']['ConnectionChoiceResponse'];
export type ConnectionResponse = components['schemas']['ConnectionResponse'];
export type ConsistencyProofResponse = components['schemas']['ConsistencyProofResponse'];
export type CreateBindingBody = components['schemas']['CreateBindingBody'];
export type CreateConnectionBody = components['schemas']['CreateConnectionBody'];
export type CreateEndpointBody = components['schemas']['CreateEndpointBody'];
export type CreateEnvironmentBody = components['schemas']['CreateEnvironmentBody'];
export type CreateMappingBody = components['schemas']['CreateMappingBody'];
export type CreatePolicyBody = components['schemas']['CreatePolicyBody'];
export type CreateProjectBody = components['schemas']['CreateProjectBody'];
export type CreateRoleBody = components['schemas']['CreateRoleBody'];
export type CreateScopedBindingBody = components['schemas']['CreateScopedBindingBody'];
export type CreateScopedRuleBody = components['schemas']['CreateScopedRuleBody'];
export type CreateTeamBody = components['schemas']['CreateTeamBody'];
export type CreateUserBody = components['schemas']['CreateUserBody'];
export type CreateWorkflowBody = components['schemas']['CreateWorkflowBody'];
export type DekBody = components['schemas']['DekBody'];
export type DekResponse = components['schemas']['DekResponse'];
export type DirectRevealBody = components['schemas']['DirectRevealBody'];
export type DisabledBody = components['schemas']['DisabledBody'];
export type EndpointEnabledBody = components['schemas']['EndpointEnabledBody'];
export type EndpointResponse = components['schemas']['EndpointResponse'];
export type EnrollBody = components['schemas']['EnrollBody'];
export type EnrollmentTokenResponse = components['schemas']['EnrollmentTokenResponse'];
export type EnrollResponse = components['schemas']['EnrollResponse'];
export type EnvironmentResponse = components['schemas']['EnvironmentResponse'];
export type ExpireRevealBody = components['schemas']['ExpireRevealBody'];
export type FactorResponse = components['schemas']['FactorResponse'];
export type FillBody = components['schemas']['FillBody'];
export type FinishWebauthnBody = components['schemas']['FinishWebauthnBody'];
export type FoundSecret = components['schemas']['FoundSecret'];
export type GoverningWorkflow = components['schemas']['GoverningWorkflow'];
export type GrantRoleBody = components['schemas']['GrantRoleBody'];
export type HeartbeatBody = components['schemas']['HeartbeatBody'];
export type HeartbeatResponse = components['schemas']['HeartbeatResponse'];
export type InboxCountResponse = components['schemas']['InboxCountResponse'];
export type InclusionProofResponse = components['schemas']['InclusionProofResponse'];
export type InlineEnvironmentResponse = components['schemas']['InlineEnvironmentResponse'];
export type IssuedTokenResponse = components['schemas']['IssuedTokenResponse'];
export type IssueTokenBody = components['schemas']['IssueTokenBody'];
export type JobResponse = components['schemas']['JobResponse'];
export type LimitsResponse = components['schemas']['LimitsResponse'];
export type LoginBody = components['schemas']['LoginBody'];
export type LoginResponse = components['schemas']['LoginResponse'];
export type MappingResponse = components['schemas']['MappingResponse'];
export type MeResponse = components['schemas']['MeResponse'];
export type MetaResponse = components['schemas']['MetaResponse'];
export type MintBody = components['schemas']['MintBody'];
export type MintResponse = components['schemas']['MintResponse'];
export type MyProjectResponse = components['schemas']['MyProjectResponse'];
export type ObservationResponse = components['schemas']['ObservationResponse'];
export type ObservationsBody = components['schemas']['ObservationsBody'];
export type ObservedApplicationBody = components['schemas']['ObservedApplicationBody'];
export type OidcLogoutResponse = components['schemas']['OidcLogoutResponse'];
export type OlderProblem = components['schemas']['OlderProblem'];
export type OpenedRevealResponse = components['schemas']['OpenedRevealResponse'];
export type OpenRevealBody = components['schemas']['OpenRevealBody'];
export type PermissionResponse = components['schemas']['PermissionResponse'];
export type PlatformSettingsBody = components['schemas']['PlatformSettingsBody'];
export type PlatformSettingsResponse = components['schemas']['PlatformSettingsResponse'];
export type Problem = components['schemas']['Problem'];
export type ProjectResponse = components['schemas']['ProjectResponse'];
export type PublicKeyBody = components['schemas']['PublicKeyBody'];
export type RecordedResponse = components['schemas']['RecordedResponse'];
export type RefuseBody = components['schemas']['RefuseBody'];
export type RejectBody = components['schemas']['RejectBody'];
export type RequestDetailResponse = components['schemas']['RequestDetailResponse'];
export type RequestResponse = components['schemas']['RequestResponse'];
export type RevealWrapResponse = components['schemas']['RevealWrapResponse'];
export type RolePermissionsBody = components['schemas']['RolePermissionsBody'];
export type RoleResponse = components['schemas']['RoleResponse'];
export type RotatedSecretResponse = components['schemas']['RotatedSecretResponse'];
export type RuleEnvelope = components['schemas']['RuleEnvelope'];
export type RuleListResponse = components['schemas']['RuleListResponse'];
export type RuleResponse = components['schemas']['RuleResponse'];
export type RuleVersionResponse = components['schemas']['RuleVersionResponse'];
export type SecretPageBody = components['schemas']['SecretPageBody'];
export type SecretResponse = components['schemas']['SecretResponse'];
export type SignInResponse = components['schemas']['SignInResponse'];
export type SimulateBody = components['schemas']['SimulateBody'];
export type SimulationResponse = components['schemas']['SimulationResponse'];
export type StartedDiscoveryResponse = components['schemas']['StartedDiscoveryResponse'];
export type StartedJobResponse = components['schemas']['StartedJobResponse'];
export type StartedTotpResponse = components['schemas']['StartedTotpResponse'];
export type StartedWebauthnResponse = components['schemas']['StartedWebauthnResponse'];
export type StartJobBody = components['schemas']['StartJobBody'];
export type StartTotpBody = components['schemas']['StartTotpBody'];
export type StartWebauthnBody = components['schemas']['StartWebauthnBody'];
export type StatusBody = components['schemas']['StatusBody'];
export type SubmitCrossTeamBody = components['schemas']['SubmitCrossTeamBody'];
export type SubmitPatchBody = components['schemas']['SubmitPatchBody'];
export type SubmitReadBody = components['schemas']['SubmitReadBody'];
export type SubmittedRequestResponse = components['schemas']['SubmittedRequestResponse'];
export type TakenWrapResponse = components['schemas']['TakenWrapResponse'];
export type TeamCountResponse = components['schemas']['TeamCountResponse'];
export type TeamResponse = components['schemas']['TeamResponse'];
export type UpdateConnectionBody = components['schemas']['UpdateConnectionBody'];
export type UpdateEnvironmentBody = components['schemas']['UpdateEnvironmentBody'];
export type UpdatePolicyBody = components['schemas']['UpdatePolicyBody'];
export type UpdateScopedRuleBody = components['schemas']['UpdateScopedRuleBody'];
export type UpdateTeamBody = components['schemas']['UpdateTeamBody'];
export type UpdateWorkflowBody = components['schemas']['UpdateWorkflowBody'];
export type UserResponse = components['schemas']['UserResponse'];
export type VerificationResponse = components['schemas']['VerificationResponse'];
export type VerifyBody = components['schemas']['VerifyBody'];
export type WarningResponse = components['schemas']['WarningResponse'];
export type WorkflowResponse = components['schemas']['WorkflowResponse'];
export type WrapBody = components['schemas']['WrapBody'];
export type WrapResponse = components['schemas']['WrapResponse'];
export type WrapSummaryResponse = components['schemas']['WrapSummaryResponse'];
export type WrapValueResponse = components['schemas']['WrapValueResponse'];
export type $defs = Record<string, never>;
export interface operations {
    agents_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agents_mint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MintBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.legacy_mint_disabled.permission_denied.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentValues_issueDek: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DekBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DekResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            404: components["responses"]["404.job_not_found.older"];
            409: components["responses"]["409.job_not_claimed.public_key_missing.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    observations_record: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObservationsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            404: components["responses"]["404.argocd_endpoint_not_found.older"];
            409: components["responses"]["409.argocd_endpoint_disabled.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentSession_heartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeartbeatBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatResponse"];
                };
            };
            /** @description To a minted agent, which is told nothing. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentJobs_complete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                job_id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteBody"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            404: components["responses"]["404.job_not_found.older"];
            409: components["responses"]["409.job_incomplete.job_not_claimed.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentJobs_claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimResponse"];
                };
            };
            /** @description No job came. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentSession_registerPublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublicKeyBody"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.public_key_invalid.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agents_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.agent_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentSession_rotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecretResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    secretPages_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 8 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretPageBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        unchanged: number;
                        updated: number;
                    };
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            404: components["responses"]["404.job_not_found.older"];
            409: components["responses"]["409.job_not_claimed.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentSession_self: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSelfResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentValues_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WrapBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrapResponse"];
                };
            };
            400: components["responses"]["400.envelope_invalid.key_not_requested.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            404: components["responses"]["404.job_not_found.older"];
            409: components["responses"]["409.dek_mismatch.job_not_claimed.wrap_exists.older"];
            410: components["responses"]["410.dek_expired.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agentValues_take: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                wrap_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenWrapResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            404: components["responses"]["404.wrap_not_found.older"];
            409: components["responses"]["409.public_key_missing.older"];
            410: components["responses"]["410.wrap_consumed.wrap_expired.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    agents_enroll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrollBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollResponse"];
                };
            };
            400: components["responses"]["400.public_key_invalid.validation_failed.older"];
            401: components["responses"]["401.unauthorized.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            409: components["responses"]["409.cluster_mismatch.enrollment_token_consumed.older"];
            410: components["responses"]["410.enrollment_token_expired.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    argocdEndpoints_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    argocdEndpoints_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEndpointBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    argocdEndpoints_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.argocd_endpoint_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    argocdEndpoints_applications: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.argocd_endpoint_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    argocdEndpoints_setEnabled: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointEnabledBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.argocd_endpoint_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    auditCheckpoints_consistency: {
        parameters: {
            query: {
                /** @description At most `to`. */
                from: number;
                to: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsistencyProofResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            404: components["responses"]["404.audit_checkpoint_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    auditCheckpoints_latest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointResponse"];
                };
            };
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            404: components["responses"]["404.audit_checkpoint_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    auditEvents_list: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                correlation_id?: string;
                cursor?: string;
                limit?: number;
                resource?: string;
                /** @description Inclusive. */
                since?: string;
                /** @description Exclusive. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    auditEvents_proof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InclusionProofResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            404: components["responses"]["404.audit_event_not_found.older"];
            409: components["responses"]["409.audit_event_not_sealed.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    signIn_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.invalid_credentials.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    signIn_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    stepUp_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChallengeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.mfa_locked.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    stepUp_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyBody"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.factor_compromised.mfa_code_invalid.mfa_locked.unauthenticated.webauthn_assertion_failed.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            410: components["responses"]["410.mfa_challenge_expired.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    oidcLogout_backchannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    logout_token?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    oidc_callback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To where the sign-in was begun from, signed in; or back with `error=sign_in_failed`. */
            302: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    oidcLogout_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcLogoutResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    oidc_start: {
        parameters: {
            query?: {
                return_to?: string;
                step_up?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider's sign-in page. */
            302: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    environments_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    environments_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.project_not_found.older"];
            409: components["responses"]["409.environment_name_exists.project_archived.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    environments_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.environment_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    environments_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEnvironmentBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.environment_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    environments_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.environment_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    appMappings_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    appMappings_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMappingBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
            400: components["responses"]["400.environment_not_in_project.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.argocd_endpoint_not_found.project_not_found.older"];
            409: components["responses"]["409.mapping_exists.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    appMappings_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.mapping_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    jobs_start: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartJobBody"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJobResponse"];
                };
            };
            400: components["responses"]["400.discover_requires_cluster.job_kind_not_allowed.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.connection_not_found.older"];
            409: components["responses"]["409.connection_disabled.discovery_already_running.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    jobs_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            404: components["responses"]["404.job_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    meta_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Vary: components["headers"]["Vary"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetaResponse"];
                };
            };
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    openapi_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            /** @description The client holds this very document. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    permissions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionResponse"][];
                };
            };
            /** @description The client holds this very catalog. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    platformSettings_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSettingsResponse"];
                };
            };
            401: components["responses"]["401.step_up_required.unauthenticated"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    platformSettings_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformSettingsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSettingsResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    policies_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    policies_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
            400: components["responses"]["400.policy_scope_too_broad.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.environment_not_found.project_not_found.workflow_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    policies_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.policy_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    policies_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
            400: components["responses"]["400.policy_scope_too_broad.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.environment_not_found.policy_not_found.project_not_found.workflow_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    policies_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.policy_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    policies_history: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleVersionResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            404: components["responses"]["404.policy_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    simulation_simulate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationResponse"];
                };
            };
            400: components["responses"]["400.policy_environment_not_in_project.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.older"];
            404: components["responses"]["404.environment_not_found.project_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projects_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projects_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_team.older"];
            404: components["responses"]["404.team_not_found.older"];
            409: components["responses"]["409.project_name_exists.team_archived.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projects_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.project_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projects_environments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.project_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    directReveal_reveal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                env_id: string;
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectRevealBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedRequestResponse"];
                };
            };
            400: components["responses"]["400.environment_not_in_project.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.direct_reveal_not_allowed.older"];
            404: components["responses"]["404.connection_not_found.environment_not_found.project_not_found.older"];
            409: components["responses"]["409.connection_disabled.connection_not_bound.no_matching_policy.project_archived.secret_not_bound.workflow_disabled.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projects_setStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_project.older"];
            404: components["responses"]["404.project_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projectSecrets_bind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindSecretsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoundSecretsResponse"];
                };
            };
            400: components["responses"]["400.environment_not_in_project.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope.older"];
            404: components["responses"]["404.project_not_found.secret_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    projectRules_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                projectID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleListResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            404: components["responses"]["404.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectRules_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectID: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScopedRuleBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleEnvelope"];
                };
            };
            400: components["responses"]["400.policy_environment_not_in_project.policy_priority_reserved.policy_scope_too_broad.policy_selector_mismatch.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.prod_policy_not_allowed_for_scope.workflow_not_authorable_for_scope"];
            404: components["responses"]["404.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectRules_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectID: string;
                ruleID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleEnvelope"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            404: components["responses"]["404.policy_not_found.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectRules_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectID: string;
                ruleID: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScopedRuleBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleEnvelope"];
                };
            };
            400: components["responses"]["400.policy_environment_not_in_project.policy_priority_reserved.policy_scope_too_broad.policy_selector_mismatch.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.platform_policy_not_editable.prod_policy_not_allowed_for_scope.workflow_not_authorable_for_scope"];
            404: components["responses"]["404.policy_not_found.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectRules_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectID: string;
                ruleID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.platform_policy_not_editable"];
            404: components["responses"]["404.policy_not_found.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectRules_history: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                projectID: string;
                ruleID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleVersionResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.out_of_scope_policy.permission_denied"];
            404: components["responses"]["404.policy_not_found.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectBindings_list: {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Narrows to what this environment sees. */
                environment_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                projectID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindingResponse"][];
                };
            };
            400: components["responses"]["400.environment_not_in_project.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            404: components["responses"]["404.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectBindings_bind: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectID: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScopedBindingBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindingResponse"];
                };
            };
            400: components["responses"]["400.environment_id_required.environment_not_in_project.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.connection_not_self_service_bindable.cross_site_request_refused.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope"];
            404: components["responses"]["404.connection_not_found.project_not_found"];
            409: components["responses"]["409.binding_exists.connection_disabled"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    projectBindings_unbind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bindingID: string;
                projectID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope"];
            404: components["responses"]["404.binding_not_found.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    bindings_unbind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.binding_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    connectionList_list: {
        parameters: {
            query?: {
                cursor?: string;
                environment_id?: string;
                for_binding?: "false" | "true";
                limit?: number;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionResponse"][] | components["schemas"]["ConnectionChoiceResponse"][];
                };
            };
            400: components["responses"]["400.environment_id_required.environment_not_in_project.project_id_required.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.out_of_scope_binding.permission_denied.prod_binding_not_allowed_for_scope"];
            404: components["responses"]["404.project_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    providerConnections_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnectionBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionResponse"];
                };
            };
            400: components["responses"]["400.credential_in_scope.discover_requires_cluster.invalid_provider_url.invalid_role_arn.provider_scope_invalid.secret_in_scope.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            409: components["responses"]["409.connection_name_exists"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    providerConnections_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    providerConnections_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnectionBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionResponse"];
                };
            };
            400: components["responses"]["400.credential_in_scope.discover_requires_cluster.invalid_provider_url.invalid_role_arn.provider_scope_invalid.secret_in_scope.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            409: components["responses"]["409.connection_name_exists"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    providerConnections_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            409: components["responses"]["409.connection_in_use"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    bindings_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindingResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    bindings_bind: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBindingBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindingResponse"];
                };
            };
            400: components["responses"]["400.environment_not_in_project.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.connection_not_found.project_not_found"];
            409: components["responses"]["409.binding_exists.connection_disabled"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    providerConnections_discoverNow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedDiscoveryResponse"];
                };
            };
            400: components["responses"]["400.discover_requires_cluster.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            409: components["responses"]["409.connection_disabled.discovery_already_running"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    enrollmentTokens_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    enrollmentTokens_issue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueTokenBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedTokenResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.connection_not_found"];
            409: components["responses"]["409.cluster_mismatch"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    enrollmentTokens_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                tokenID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.enrollment_token_not_found"];
            409: components["responses"]["409.enrollment_token_consumed"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    requests_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                project_id?: string;
                requester_id?: string;
                status?: "approved" | "cancelled" | "executed" | "expired" | "failed" | "pending" | "pending_values" | "pending_verification" | "refused" | "rejected";
                type?: "cross_team" | "patch" | "read";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    requests_submitPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitPatchBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedRequestResponse"];
                };
            };
            400: components["responses"]["400.environment_not_in_project.justification_required.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_project.older"];
            404: components["responses"]["404.connection_not_found.project_not_found.older"];
            409: components["responses"]["409.connection_disabled.connection_not_bound.no_matching_policy.prod_needs_approval.project_archived.secret_bound_to_prod.secret_not_bound.workflow_disabled.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    requests_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestDetailResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.request_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    requests_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.actor_mismatch.cross_site_request_refused.out_of_scope_project.permission_denied.separation_of_duties_violated.older"];
            404: components["responses"]["404.request_not_found.older"];
            409: components["responses"]["409.cross_team_status_invalid_transition.duplicate_vote.request_status_invalid_transition.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    requests_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.actor_mismatch.cross_site_request_refused.not_requester.older"];
            404: components["responses"]["404.request_not_found.older"];
            409: components["responses"]["409.cross_team_status_invalid_transition.request_status_invalid_transition.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    crossTeam_fill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FillBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"];
                };
            };
            400: components["responses"]["400.cross_team_keys_mismatch.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_team.permission_denied.separation_of_duties_violated"];
            404: components["responses"]["404.request_not_found"];
            409: components["responses"]["409.cross_team_already_filled.cross_team_status_invalid_transition.request_status_invalid_transition"];
            410: components["responses"]["410.fill_window_expired"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    requestObservations_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description The caller; nobody else may ask. */
                user_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObservationResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.not_requester.older"];
            404: components["responses"]["404.request_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    crossTeam_refuse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefuseBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_team.permission_denied.separation_of_duties_violated"];
            404: components["responses"]["404.request_not_found"];
            409: components["responses"]["409.cross_team_status_invalid_transition.request_status_invalid_transition"];
            410: components["responses"]["410.fill_window_expired"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    requests_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.actor_mismatch.cross_site_request_refused.out_of_scope_project.permission_denied.separation_of_duties_violated.older"];
            404: components["responses"]["404.request_not_found.older"];
            409: components["responses"]["409.cross_team_status_invalid_transition.duplicate_vote.request_status_invalid_transition.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    crossTeam_verify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CastVoteBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_project.permission_denied.separation_of_duties_violated"];
            404: components["responses"]["404.request_not_found"];
            409: components["responses"]["409.cross_team_status_invalid_transition.duplicate_vote.request_status_invalid_transition"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    wraps_list: {
        parameters: {
            query?: {
                user_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrapSummaryResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.not_requester.older"];
            404: components["responses"]["404.request_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    wraps_retrieve: {
        parameters: {
            query?: {
                user_id?: string;
            };
            header?: never;
            path: {
                id: string;
                wrap_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrapValueResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.not_requester.older"];
            404: components["responses"]["404.request_not_found.wrap_not_found.older"];
            409: components["responses"]["409.request_status_invalid_transition.older"];
            410: components["responses"]["410.wrap_consumed.wrap_expired.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            429: components["responses"]["429.rate_limited.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    crossTeam_submit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitCrossTeamBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedRequestResponse"];
                };
            };
            400: components["responses"]["400.justification_required.source_project_ambiguous.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_project.permission_denied"];
            404: components["responses"]["404.project_not_found"];
            409: components["responses"]["409.connection_disabled.no_matching_policy.prod_needs_approval.project_archived.workflow_disabled"];
            412: components["responses"]["412.cross_team_destination_unbound.cross_team_invalid_target.cross_team_keys_empty.cross_team_min_approvers_unsupported.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    inbox_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Exactly this team, not those below it. */
                team_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.out_of_scope_team"];
            404: components["responses"]["404.team_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    inbox_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxCountResponse"];
                };
            };
            401: components["responses"]["401.step_up_required.unauthenticated"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    requests_submitRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitReadBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedRequestResponse"];
                };
            };
            400: components["responses"]["400.environment_not_in_project.justification_required.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_project.older"];
            404: components["responses"]["404.connection_not_found.project_not_found.older"];
            409: components["responses"]["409.connection_disabled.connection_not_bound.no_matching_policy.prod_needs_approval.project_archived.secret_bound_to_prod.secret_not_bound.workflow_disabled.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    revealSessions_open: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenRevealBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedRevealResponse"];
                };
            };
            400: components["responses"]["400.reveal_type_unsupported.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.not_requester"];
            404: components["responses"]["404.request_not_found"];
            409: components["responses"]["409.nothing_to_reveal.request_status_invalid_transition.reveal_session_open"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    revealSessions_expire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpireRevealBody"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.not_owner"];
            404: components["responses"]["404.reveal_session_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    revealSessions_active: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveRevealResponse"][];
                };
            };
            401: components["responses"]["401.step_up_required.unauthenticated"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    roles_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    roles_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoleBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
            400: components["responses"]["400.permission_unknown.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.grant_exceeds_own.permission_denied.older"];
            409: components["responses"]["409.role_name_exists.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    roles_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.role_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    roles_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.grant_exceeds_own.permission_denied.older"];
            404: components["responses"]["404.role_not_found.older"];
            409: components["responses"]["409.role_in_use.system_row.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    roles_setPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolePermissionsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
            400: components["responses"]["400.permission_unknown.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.grant_exceeds_own.permission_denied.older"];
            404: components["responses"]["404.role_not_found.older"];
            409: components["responses"]["409.last_admin.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    secrets_list: {
        parameters: {
            query?: {
                cluster_name?: string;
                cursor?: string;
                /** @description `name:value`, once or repeated. */
                label?: string[];
                limit?: number;
                provider?: string;
                ref_prefix?: string;
                status?: "active" | "missing";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    secrets_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.secret_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    teams_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teams_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.team_not_found"];
            409: components["responses"]["409.team_archived"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teams_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            404: components["responses"]["404.team_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teams_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTeamBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
            400: components["responses"]["400.team_cycle.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.team_not_found"];
            409: components["responses"]["409.team_archived"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teams_setStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied"];
            404: components["responses"]["404.team_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teamRules_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                teamID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleListResponse"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.out_of_scope_policy.permission_denied"];
            404: components["responses"]["404.team_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teamRules_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                teamID: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScopedRuleBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleEnvelope"];
                };
            };
            400: components["responses"]["400.policy_environment_not_in_project.policy_priority_reserved.policy_scope_too_broad.policy_selector_mismatch.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.prod_policy_not_allowed_for_scope.workflow_not_authorable_for_scope"];
            404: components["responses"]["404.team_not_found"];
            409: components["responses"]["409.team_archived"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teamRules_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleID: string;
                teamID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleEnvelope"];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.out_of_scope_policy.permission_denied"];
            404: components["responses"]["404.policy_not_found.team_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teamRules_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleID: string;
                teamID: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScopedRuleBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleEnvelope"];
                };
            };
            400: components["responses"]["400.policy_environment_not_in_project.policy_priority_reserved.policy_scope_too_broad.policy_selector_mismatch.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.platform_policy_not_editable.prod_policy_not_allowed_for_scope.workflow_not_authorable_for_scope"];
            404: components["responses"]["404.policy_not_found.team_not_found"];
            409: components["responses"]["409.team_archived"];
            412: components["responses"]["412.mfa_enrollment_required"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teamRules_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleID: string;
                teamID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.cross_site_request_refused.out_of_scope_policy.permission_denied.platform_policy_not_editable"];
            404: components["responses"]["404.policy_not_found.team_not_found"];
            409: components["responses"]["409.team_archived"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    teamRules_history: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                ruleID: string;
                teamID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleVersionResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed"];
            401: components["responses"]["401.step_up_required.unauthenticated"];
            403: components["responses"]["403.out_of_scope_policy.permission_denied"];
            404: components["responses"]["404.policy_not_found.team_not_found"];
            412: components["responses"]["412.mfa_enrollment_required"];
            503: components["responses"]["503.dependency_unavailable"];
        };
    };
    userRoles_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                role_id?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    userRoles_grant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantRoleBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentResponse"];
                };
            };
            400: components["responses"]["400.scope_invalid.scope_required.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.grant_exceeds_own.permission_denied.older"];
            404: components["responses"]["404.project_not_found.role_not_found.team_not_found.user_not_found.older"];
            409: components["responses"]["409.assignment_exists.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    userRoles_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.grant_exceeds_own.permission_denied.older"];
            404: components["responses"]["404.assignment_not_found.older"];
            409: components["responses"]["409.last_admin.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    users_list: {
        parameters: {
            query?: {
                cursor?: string;
                email?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    users_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            409: components["responses"]["409.email_exists.local_sign_in_unavailable.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    users_setDisabled: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisabledBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.user_not_found.older"];
            409: components["responses"]["409.last_admin.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    users_clearFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.user_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    users_revokeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.user_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    users_unlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.user_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    userRoles_ofUser: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                userID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.user_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    me_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
            401: components["responses"]["401.unauthenticated.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myFactors_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactorResponse"][];
                };
            };
            401: components["responses"]["401.unauthenticated.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myFactors_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            404: components["responses"]["404.factor_not_found.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myFactors_confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotpBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactorResponse"];
                };
            };
            400: components["responses"]["400.mfa_code_invalid.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            410: components["responses"]["410.mfa_challenge_expired.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myFactors_startTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartTotpBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTotpResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myWebauthn_finish: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishWebauthnBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactorResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.webauthn_registration_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            409: components["responses"]["409.factor_exists.older"];
            410: components["responses"]["410.mfa_challenge_expired.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myWebauthn_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartWebauthnBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedWebauthnResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    myProjects_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyProjectResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.unauthenticated.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    workflows_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    workflows_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours gives the first answer again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflowBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.workflow_contradictory.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            409: components["responses"]["409.workflow_name_exists.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            422: components["responses"]["422.idempotency_key_reused.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    workflows_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            404: components["responses"]["404.workflow_not_found.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    workflows_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkflowBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowResponse"];
                };
            };
            400: components["responses"]["400.validation_failed.workflow_contradictory.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.workflow_not_found.older"];
            409: components["responses"]["409.workflow_name_exists.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            413: components["responses"]["413.payload_too_large.older"];
            415: components["responses"]["415.unsupported_media_type.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    workflows_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.cross_site_request_refused.permission_denied.older"];
            404: components["responses"]["404.workflow_not_found.older"];
            409: components["responses"]["409.workflow_in_use.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    workflows_authorable: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorableWorkflowResponse"][];
                };
            };
            400: components["responses"]["400.validation_failed.older"];
            401: components["responses"]["401.step_up_required.unauthenticated.older"];
            403: components["responses"]["403.permission_denied.older"];
            412: components["responses"]["412.mfa_enrollment_required.older"];
            503: components["responses"]["503.dependency_unavailable.older"];
        };
    };
    probes_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                    };
                };
            };
        };
    };
    probes_prometheus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    probes_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checks: {
                            [key: string]: string;
                        };
                        /** @enum {string} */
                        status: "ready" | "unready";
                    };
                };
            };
            /** @description Not now; each failed check says why. */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checks: {
                            [key: string]: string;
                        };
                        /** @enum {string} */
                        status: "ready" | "unready";
                    };
                };
            };
        };
    };
}
