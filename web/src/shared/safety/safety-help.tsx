import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import type { SafetyNoticeProps } from './safety-notice.tsx'

/** With its list of words, which must not delay a first view. */
const notice = createPart(async () => (await import('./safety-notice.tsx')).SafetyNotice)

/** Shows where to get help at once, if someone's words suggest that they need it: before any result, and while they write. */
export function SafetyHelp(props: SafetyNoticeProps) {
  return props.text.trim().length < 4 ? null : <LazyPart part={notice} props={props} />
}
