import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import type { SafetyNoticeProps } from './safety-notice.tsx'

/** With its list of words, which no first view waits for. */
const notice = createPart(async () => (await import('./safety-notice.tsx')).SafetyNotice)

/** Where to get help at once, for someone whose words ask for it: before any result, and while they write. */
export function SafetyHelp(props: SafetyNoticeProps) {
  return props.text.trim().length < 4 ? null : <LazyPart part={notice} props={props} />
}
