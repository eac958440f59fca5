import { variableGroup } from './agent-variable.js';

/** The agent's own settings; those of stores are separate. */
export const OWN_VARIABLES = {
  ...variableGroup('Control plane', {
    SVC_API_URL: {
      required: true,
      meaning: 'Base URL of the control plane; https, or http on loopback.',
      example: 'https://countersign.example',
    },
    SVC_CLUSTER_NAME: {
      required: true,
      meaning: 'Name of the cluster that the agent runs in, as its connection names it.',
      example: 'east',
    },
  }),
  ...variableGroup('Identity', {
    SVC_AGENT_CONFIG_FILE: {
      processWide: true,
      meaning: 'YAML file that lists several agents for this one process. Without it there is one agent.',
      example: '/etc/countersign-agent/agents.yaml',
    },
    SVC_AGENT_STATE_FILE: {
      default: './agent-state.json',
      processWide: true,
      meaning:
        'File that keeps the enrolled identity, mode 0600. Several agents have one file each in its folder, by name.',
      example: '/var/lib/countersign-agent/state.json',
    },
    SVC_AGENT_STATE_SECRET: {
      processWide: true,
      meaning:
        'Kubernetes Secret (`name` or `namespace/name`) that keeps the enrolled identity instead of a file. Several agents have one entry each in it, by name.',
      example: 'countersign/agent-state',
    },
    SVC_AGENT_ID: {
      required: 'for an agent that was created without enrollment',
      meaning: 'Id of an agent that was created by POST /agents instead of enrolled.',
      example: '01890000-0000-7000-8000-00000000a9e7',
    },
    SVC_AGENT_SECRET: {
      secret: true,
      required: 'with SVC_AGENT_ID, unless SVC_AGENT_SECRET_FILE is set',
      meaning: 'Credential of the agent SVC_AGENT_ID.',
      example: 'the-answer-of-POST-agents',
    },
    SVC_AGENT_SECRET_FILE: {
      meaning: 'File with the credential of the agent SVC_AGENT_ID.',
      example: '/run/secrets/agent-secret',
    },
    SVC_AGENT_SECRET_MAX_AGE: {
      default: '30d',
      meaning:
        'Age at which the agent rotates its credential: minutes, hours or days, at least `10m`; `off` for never.',
      example: '12h',
    },
  }),
  ...variableGroup('Limits', {
    SVC_AGENT_CONCURRENCY: {
      default: '4',
      meaning: 'Jobs that run at the same time, 1 to 64.',
      example: '8',
    },
    SVC_AGENT_STORE_CONCURRENCY: {
      default: '8',
      meaning: 'Operations at the same time at one store, 1 to 64.',
      example: '4',
    },
    SVC_AGENT_STORE_RATE: {
      default: '50',
      meaning: 'Requests per second to one store on average, with a burst of one second; 0 for no limit.',
      example: '20',
    },
  }),
  ...variableGroup(
    'Process',
    {
      SVC_AGENT_HEALTH_ADDR: {
        default: '127.0.0.1:8082',
        meaning: 'Address of /livez, /readyz, /status and /metrics, `host:port`; loopback only.',
        example: '[::1]:8082',
      },
      SVC_AGENT_METRICS_ADDR: {
        meaning:
          'A second address for /metrics alone, on any interface (`:9090` for all), for a scrape from outside the pod.',
        example: ':9090',
      },
      SVC_LOG_LEVEL: {
        default: 'info',
        meaning: 'Least severe messages that are logged: debug, info, warn or error.',
        example: 'debug',
      },
      NODE_EXTRA_CA_CERTS: {
        readBy: 'node',
        meaning:
          'PEM file of certificate authorities to trust besides the built-in ones, for the control plane and every store.',
        example: '/etc/ssl/company-ca.pem',
      },
    },
    { processWide: true },
  ),
  ...variableGroup('GitOps', {
    SVC_AGENT_GITOPS_ENABLED: {
      default: 'false',
      meaning: 'Whether the agent reports the Argo CD applications of its cluster.',
      example: 'true',
    },
    SVC_AGENT_GITOPS_NAMESPACES: {
      default: 'argocd',
      meaning: 'Namespaces with applications, separated by commas; `*` for all.',
      example: 'argocd,team-a',
    },
    SVC_AGENT_GITOPS_INTERVAL: {
      default: '60',
      meaning: 'Seconds between two reports (plus or minus a tenth), 10 to 3600.',
      example: '300',
    },
    SVC_AGENT_GITOPS_BASE_URL: {
      required: 'where the cluster has more than one GitOps endpoint',
      meaning: 'Base URL of the GitOps endpoint to report to, as the control plane has it.',
      example: 'https://argocd.example',
    },
  }),
} as const;
