/** A sealed event as other systems receive it: every column that says what happened, its place in the chain, and the hash there. */
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
  /** Resolves once the receiver has all of them; throws if that is uncertain. */
  send(events: readonly ForwardedEvent[]): Promise<void>
}

/** The event as one JSON object in ASCII. */
export function formatEvent({ seq, hash, at, outcome, action, rest }: ForwardedEvent): string {
  const text = JSON.stringify({ seq, hash, at, action, outcome, ...rest })
  return text.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
