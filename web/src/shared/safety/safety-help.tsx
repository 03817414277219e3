import { useRested } from '../../base/use-rested.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'

/** With its list of words, which no first view waits for. */
const notice = createPart(async () => (await import('./safety-notice.tsx')).SafetyNotice)

const pauseMs = 400
const shortest = 4

interface SafetyHelpProps {
  /** What is typed into a search or a message. It is looked at here alone, and sent nowhere. */
  readonly text: string
  /** By when a message would be answered, ISO 8601 in UTC; left out for a search. */
  readonly answerBy?: string | undefined
  /** Told whether anything is shown. */
  readonly onShown?: ((shown: boolean) => void) | undefined
}

/** Where to get help at once, for someone whose words ask for it: before any result, and while they write. */
export function SafetyHelp({ text, answerBy, onShown }: SafetyHelpProps) {
  const rested = useRested(text, pauseMs)
  return rested.trim().length < shortest ? null : <LazyPart part={notice} props={{ text: rested, answerBy, onShown }} />
}
