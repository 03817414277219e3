import type { ChatHours } from '@portico/rules/chat/availability'
import { chatClosing } from '@portico/rules/chat/closing'
import { dateFormat, useFormat } from '../../base/texts/format.ts'
import { useTexts } from '../../base/texts/text.tsx'

/** `Monday, November 23` */
const openingDay = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'America/New_York' } as const

export interface ChatClosingNoteProps {
  readonly at: { readonly hours: ChatHours; readonly holidays: ReadonlySet<string>; readonly now: Date }
  readonly className: string | undefined
}

/** Why chat is closed and when it opens, in Eastern time like the hours (CH-1, CH-2). */
export function ChatClosingNote({ at, className }: ChatClosingNoteProps) {
  const { locale, t } = useTexts()
  const format = useFormat()
  const { why, opensAt } = chatClosing(at)
  return (
    <p className={className}>
      {t(`shell.chatClosed.${why}`)}
      {opensAt !== null &&
        ` ${t('shell.chatOpens', {
          day: dateFormat(locale, openingDay).format(opensAt),
          time: format.time(opensAt.toISOString()),
        })}`}
    </p>
  )
}
