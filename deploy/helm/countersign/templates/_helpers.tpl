{{- define "countersign.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels of a part: (dict "root" $ "part" "api") */}}
{{- define "countersign.labels" -}}
{{ include "countersign.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "countersign.selector" -}}
app.kubernetes.io/name: countersign
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{/* An image reference: (dict "root" $ "image" .Values.image) */}}
{{- define "countersign.image" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* The "restricted" Pod Security Standard, and a root that nobody can write to. */}}
{{- define "countersign.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "countersign.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Plain settings, then a NAME_FILE for each key of the mounted Secret. */}}
{{- define "countersign.env" -}}
{{- range $name, $value := .settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range .secretKeys }}
- name: {{ . }}_FILE
  value: /run/secrets/countersign/{{ . }}
{{- end }}
{{- end -}}

{{/* A volume that holds only the keys asked for: (dict "secret" "name" "keys" list) */}}
{{- define "countersign.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
    items:
      {{- range .keys }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end -}}

{{- define "countersign.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "countersign.selector" . | nindent 6 }}
{{- end -}}

{{/* Where pods may connect to beside DNS: a list of NetworkPolicy `to` and `ports`; empty: everywhere. */}}
{{- define "countersign.egress" -}}
{{- if . -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
{{ toYaml . }}
{{- else -}}
- {}
{{- end -}}
{{- end -}}
