{{/* Every name begins with it; what follows has at most 8 characters. */}}
{{- define "countersign.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* A release has one part, the agent. */}}
{{- define "countersign.fullname" -}}
{{ include "countersign.name" .root }}
{{- end -}}

{{- define "countersign.stateSecret" -}}
{{ .Values.state.existingSecret | default (printf "%s-state" (include "countersign.name" .)) }}
{{- end -}}

{{/* An agent's settings, its GitOps among them. */}}
{{- define "countersign.agentSettings" -}}
{{- range $name, $value := .settings }}
{{ $name }}: {{ include "countersign.text" $value | quote }}
{{- end }}
{{- with .gitops }}
SVC_AGENT_GITOPS_ENABLED: 'true'
SVC_AGENT_GITOPS_NAMESPACES: {{ join "," .namespaces | quote }}
{{- with .interval }}
SVC_AGENT_GITOPS_INTERVAL: {{ include "countersign.text" . | quote }}
{{- end }}
{{- with .baseUrl }}
SVC_AGENT_GITOPS_BASE_URL: {{ . | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The file that SVC_AGENT_CONFIG_FILE names. */}}
{{- define "countersign.agentsFile" -}}
agents:
  {{- range .Values.agents }}
  - name: {{ .name | quote }}
    {{- if .enrollmentSecret }}
    enrollmentTokenFile: /run/enrollment/{{ .name }}
    {{- end }}
    {{- with include "countersign.agentSettings" . | trim }}
    settings:
      {{- . | nindent 6 }}
    {{- end }}
  {{- end }}
{{- end -}}

{{/* Namespaces whose Applications some agent reports, each once: { "namespaces": [...] }. */}}
{{- define "countersign.gitopsNamespaces" -}}
{{- $all := list }}
{{- range .Values.agents }}
{{- with .gitops }}
{{- $all = concat $all .namespaces }}
{{- end }}
{{- end }}
{{- dict "namespaces" (uniq $all | sortAlpha) | toYaml }}
{{- end -}}
