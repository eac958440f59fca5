{{/*
What every pod of both charts has; the same file in each, which a test holds. They take (dict "root" $ "part" "api" "values"
.Values.api), and each chart defines "countersign.fullname" for its own names.
*/}}

{{- define "countersign.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "countersign.labels" -}}
{{ include "countersign.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "countersign.podLabels" -}}
{{- toYaml (merge (include "countersign.labels" . | fromYaml) .values.podLabels) -}}
{{- end -}}

{{- define "countersign.image" -}}
{{- $image := .root.Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "countersign.serviceAccountName" -}}
{{- $account := .values.serviceAccount -}}
{{- if $account.create -}}
{{ $account.name | default (include "countersign.fullname" .) }}
{{- else -}}
{{ $account.name | default "default" }}
{{- end -}}
{{- end -}}

{{/* Where a pod runs and as whom, under the "restricted" Pod Security Standard. */}}
{{- define "countersign.podSpec" -}}
serviceAccountName: {{ include "countersign.serviceAccountName" . }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- $own := dict "labelSelector" (dict "matchLabels" (include "countersign.selector" $ | fromYaml)) }}
  {{- range . }}
  - {{ if not (hasKey . "labelSelector") }}{{ toYaml $own | nindent 4 | trim }}
    {{ end }}{{ toYaml . | nindent 4 | trim }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* A container, without its name and what it runs; `mounts` are names of the chart's own volumes by their path. */}}
{{- define "countersign.container" -}}
image: {{ include "countersign.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
env:
  {{- include "countersign.env" . | trim | nindent 2 }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- $mounts := include "countersign.mounts" . | trim }}
{{- with $mounts }}
volumeMounts:
  {{- . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "countersign.mounts" -}}
{{- range $path, $volume := .mounts }}
- name: {{ $volume.name }}
  mountPath: {{ $path }}
  readOnly: {{ $volume.readOnly }}
{{- end }}
{{- if include "countersign.ca" . }}
- name: ca
  mountPath: /etc/countersign/ca
  readOnly: true
{{- end }}
{{- with .values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Plain settings, NAME_FILE for each key of the mounted Secret, and what the chart itself decides (`env`), which wins. */}}
{{- define "countersign.env" -}}
{{- $env := dict }}
{{- range .secretKeys }}
{{- $_ := set $env (printf "%s_FILE" .) (printf "/run/secrets/countersign/%s" .) }}
{{- end }}
{{- range $name, $value := .settings }}
{{- $_ := set $env $name (include "countersign.text" $value) }}
{{- end }}
{{- if include "countersign.ca" . }}
{{- $_ := set $env "NODE_EXTRA_CA_CERTS" "/etc/countersign/ca/ca.crt" }}
{{- end }}
{{- range $name, $value := .env }}
{{- $_ := set $env $name $value }}
{{- end }}
{{- range $name, $value := $env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The text of a plain setting. Helm reads a whole number as a float, whose text may be 1e+06. */}}
{{- define "countersign.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ int64 . }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end -}}

{{- define "countersign.ca" -}}
{{- $ca := .root.Values.caBundle -}}
{{- $ca.configMap | default $ca.secret -}}
{{- end -}}

{{/* The authorities that every pod trusts besides the system's. */}}
{{- define "countersign.caVolume" -}}
{{- $ca := .root.Values.caBundle }}
{{- if include "countersign.ca" . }}
- name: ca
  {{- if $ca.configMap }}
  configMap:
    name: {{ $ca.configMap }}
  {{- else }}
  secret:
    secretName: {{ $ca.secret }}
    defaultMode: 0440
  {{- end }}
    items:
      - key: {{ $ca.key }}
        path: ca.crt
{{- end }}
{{- end -}}

{{- define "countersign.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "countersign.serviceAccountName" . }}
  labels:
    {{- include "countersign.labels" . | nindent 4 }}
  {{- with merge (dict) (.annotations | default dict) .values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{/* Pods of these namespaces; none: every pod that there is. */}}
{{- define "countersign.fromNamespaces" -}}
{{- with . }}
from:
  {{- range . }}
  - namespaceSelector:
      matchLabels:
        kubernetes.io/metadata.name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Questions to DNS: (dict "to" list "port" 53). */}}
{{- define "countersign.dnsRule" -}}
- ports:
    - port: {{ .port }}
      protocol: UDP
    - port: {{ .port }}
      protocol: TCP
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Connections to one server: (dict "to" list "ports" list). */}}
{{- define "countersign.serverRule" -}}
- ports:
    {{- range .ports }}
    - port: {{ . }}
      protocol: TCP
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
