/** A sealed event as other systems get it: every column that says what happened, its place in the chain and the hash there. */
export interface ForwardedEvent {
  readonly seq: number
  /** In hexadecimal. */
  readonly hash: string
  /** `2026-11-26T21:30:00.123456Z` */
  readonly at: string
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly action: string
  /** The other columns by name, without those that are null. */
  readonly rest: Readonly<Record<string, string>>
}

/** Where audit events go. */
export interface AuditSink {
  /** Resolves once the other side has all of them; throws if that is not known. */
  send(events: readonly ForwardedEvent[]): Promise<void>
}

/** What happened as one JSON object of ASCII characters. */
export function formatEvent({ seq, hash, at, outcome, action, rest }: ForwardedEvent): string {
  const text = JSON.stringify({ seq, hash, at, action, outcome, ...rest })
  return text.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
