import type { ForwardSettings } from './address.ts'
import type { AuditSink } from './event.ts'
import { createOtlpSink } from './otlp.ts'
import { createSyslogSink } from './syslog.ts'

export function createSink(settings: ForwardSettings): AuditSink {
  return settings.kind === 'syslog' ? createSyslogSink(settings) : createOtlpSink(settings)
}
