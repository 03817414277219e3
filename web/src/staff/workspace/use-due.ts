import { useMomentFormat } from '../../base/texts/moment.tsx'
import { dueMoment } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'

/** Returns a function that says when an answer is due, and whether it is late; null if no one is waiting. */
export function useDue(): (dueAt: string | null) => { readonly text: string; readonly overdue: boolean } | null {
  const t = useText()
  const format = useMomentFormat()
  const { moment: now } = useNow()
  return (dueAt) => {
    if (dueAt === null) return null
    const overdue = dueAt < now
    return {
      overdue,
      text: t(overdue ? 'workspace.overdue' : 'workspace.due', { when: dueMoment(format, dueAt, now) }),
    }
  }
}
