import { CallError } from '../../platform/http/call-error.ts'
import type { EventStream } from '../../platform/http/event-stream.ts'
import type { MailState } from './mail-state-statement.ts'

export interface Stream {
  readonly memberId: string
  readonly sessionId: string
  readonly events: EventStream<MailState>
}

/** Seconds to wait before a retry if there is no place left. */
const fullS = 30

/** Counts the streams of this instance, and how many more it takes. */
export function createPlaces(max: number, maxOfPerson: number) {
  const byMember = new Map<string, Set<Stream>>()
  let taken = 0
  return {
    all: () => [...byMember.values()].flatMap((streams) => [...streams]),
    find: (memberId: string): Iterable<Stream> => byMember.get(memberId) ?? [],
    count: () => taken,
    reserve: (memberId: string, closed: boolean) => {
      if (closed || taken >= max) throw new CallError('UNAVAILABLE', { retryAfterS: fullS })
      const own = byMember.get(memberId) ?? new Set()
      if (own.size >= maxOfPerson) throw new CallError('TOO-MANY-REQUESTS', { retryAfterS: fullS })
      return (stream: Stream) => {
        byMember.set(memberId, own.add(stream))
        taken += 1
      }
    },
    leave: (stream: Stream) => {
      const own = byMember.get(stream.memberId)
      if (!own?.delete(stream)) return
      taken -= 1
      if (own.size === 0) byMember.delete(stream.memberId)
    },
  }
}
