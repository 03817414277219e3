import { chatClosing, chatState } from '@portico/rules/chat/availability'
import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePage } from '../page-state.tsx'
import { dateFormat, useFormat } from '../texts/format.ts'
import { locales, useTexts } from '../texts/text.tsx'
import styles from './chat.module.css'

/** How late the link may notice that the hours begin or end. */
const lookEveryMs = 15_000

type EntryPoint = 'header' | 'footer' | 'floating'

/** Whether the chat link is there, and whether it leads anywhere right now (CH-1); it changes as the clock goes on. */
function useChat() {
  const { shell, now: renderedAt } = usePage()
  const { chat } = shell
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    if (chat === null) return
    const look = () => setNow(new Date().toISOString())
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [chat])
  if (chat === null) return null
  const at = { hours: chat.hours, holidays: new Set(chat.closedDays), now: new Date(now) }
  const isOpen = chatState({ ...at, signedIn: true, switchedOn: true }) === 'open'
  return { ...chat, at, isOpen }
}

/** The chat link of header or footer; out of hours it is dimmed, cannot be reached, and in the footer names the hours. */
export function ChatLink({
  entryPoint,
  className,
}: {
  readonly entryPoint: EntryPoint
  readonly className?: string | undefined
}) {
  const { brand } = usePage()
  const chat = useChat()
  if (chat === null) return null
  const open = async () => (await import('./open-chat.ts')).openChat({ address: chat.address, brand, entryPoint })
  return (
    <button
      type="button"
      className={`${styles.link} ${className ?? ''}`}
      data-closed={chat.isOpen ? undefined : true}
      disabled={!chat.isOpen}
      onClick={open}
    >
      <MessageCircle aria-hidden="true" />
      <span>
        {chat.linkText}
        {!chat.isOpen && entryPoint === 'footer' && ` (${chat.hoursText})`}
      </span>
    </button>
  )
}

/** Says why chat is closed and when it opens, in Eastern time as the hours are; nothing while it is open. */
export function ChatClosing({ className }: { readonly className?: string | undefined }) {
  const { language, t } = useTexts()
  const format = useFormat()
  const chat = useChat()
  if (chat === null || chat.isOpen) return null
  const { why, opensAt } = chatClosing(chat.at)
  return (
    <p className={className}>
      {t(`shell.chatClosed.${why}`)}
      {opensAt !== null &&
        ` ${t('shell.chatOpens', {
          day: dateFormat(locales[language], openingDay).format(opensAt),
          time: format.time(opensAt.toISOString()),
        })}`}
    </p>
  )
}

/** `Monday, November 23` */
const openingDay = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'America/New_York' } as const

/** The chat button that floats over the page in business hours (HD-1). */
export function FloatingChat() {
  const chat = useChat()
  return chat?.isOpen ? <ChatLink entryPoint="floating" className={styles.floating} /> : null
}
