{{/* The beginning of every name; what follows has at most 17 characters. */}}
{{- define "countersign.name" -}}
{{- .Release.Name | trunc 46 | trimSuffix "-" -}}
{{- end -}}

{{- define "countersign.fullname" -}}
{{ include "countersign.name" .root }}-{{ .part }}
{{- end -}}

{{/* The part's volumes: its Secret, of which only the keys asked for, the authorities, and what an operator adds. */}}
{{- define "countersign.volumes" -}}
{{- with .secretKeys }}
- name: secrets
  secret:
    secretName: {{ index $.root.Values.secrets $.part }}
    defaultMode: 0440
    items:
      {{- range . }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}
{{- include "countersign.caVolume" . }}
{{- with .values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "countersign.secretMount" -}}
{{- if .secretKeys -}}
/run/secrets/countersign: { name: secrets, readOnly: true }
{{- end -}}
{{- end -}}
