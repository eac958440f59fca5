{{- define "countersign.gitopsRules" -}}
- apiGroups: [argoproj.io]
  resources: [applications]
  verbs: [list]
{{- end -}}

{{/* Gives the agents' account the role of that name: (dict "root" $ "name" "x" "namespace" "y"), or with "cluster" true. */}}
{{- define "countersign.roleBinding" -}}
{{- $values := .root.Values -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ ternary "ClusterRoleBinding" "RoleBinding" (.cluster | default false) }}
metadata:
  name: {{ .name }}
  {{- with .namespace }}
  namespace: {{ . }}
  {{- end }}
  labels:
    {{- include "countersign.labels" (dict "root" .root "part" "agent") | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ ternary "ClusterRole" "Role" (.cluster | default false) }}
  name: {{ .name }}
subjects:
  - kind: ServiceAccount
    name: {{ include "countersign.serviceAccountName" (dict "root" .root "part" "agent" "values" $values) }}
    namespace: {{ .root.Release.Namespace }}
{{- end -}}
