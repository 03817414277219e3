import type { ForwardSettings } from './address.ts'
import { type AuditSink, type ForwardedEvent, formatEvent } from './event.ts'

/** OpenTelemetry's severity numbers for INFO, WARN and ERROR. */
const severities: Readonly<Record<ForwardedEvent['outcome'], number>> = { done: 9, refused: 13, failed: 17 }

/** An OpenTelemetry collector's logs, as JSON over HTTP (OTLP 1.x): 2xx means that it has them. */
export function createOtlpSink({ url, token, waitMs }: Extract<ForwardSettings, { kind: 'otlp' }>): AuditSink {
  return {
    send: async (events) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(buildLogs(events)),
      })
      const refused = answer.ok ? countRefused(await answer.text()) : 0
      if (!answer.ok) await answer.body?.cancel()
      if (!answer.ok || refused > 0)
        throw new Error(
          `The collector answered ${answer.status}${refused > 0 ? ` and refused ${refused} events` : ''}.`,
        )
    },
  }
}

function buildLogs(events: readonly ForwardedEvent[]) {
  const logRecords = events.map((event) => ({
    timeUnixNano: `${Math.trunc(Date.parse(event.at) / 1000)}${event.at.slice(20, 26)}000`,
    severityNumber: severities[event.outcome],
    body: { stringValue: formatEvent(event) },
    attributes: [
      { key: 'event.name', value: { stringValue: `portico.audit.${event.action}` } },
      { key: 'portico.audit.seq', value: { intValue: String(event.seq) } },
    ],
  }))
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'portico' } }] }
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'portico.audit' }, logRecords }] }] }
}

function countRefused(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedLogRecords?: string | number } }
    return Number(partialSuccess?.rejectedLogRecords ?? 0)
  } catch {
    // An empty or protobuf body: the status alone decides.
    return 0
  }
}
