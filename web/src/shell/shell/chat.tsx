import { chatState } from '@portico/rules/chat/availability'
import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import styles from './chat.module.css'
import { ChatClosingNote } from './chat-closing.tsx'

/** How late the link may notice that opening hours begin or end. */
const lookEveryMs = 15_000

type EntryPoint = 'header' | 'footer' | 'floating' | 'help'

/** Whether the chat link is shown, and whether it works right now (CH-1); this changes as time passes. */
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

/**
 * The chat link in header, footer or help menu; outside opening hours it is dimmed and cannot be reached, and the footer's shows the hours.
 */
export function ChatLink({
  entryPoint,
  text,
  className,
}: {
  readonly entryPoint: EntryPoint
  /** Instead of the chat's own text. */
  readonly text?: string
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
        {text ?? chat.linkText}
        {!chat.isOpen && entryPoint === 'footer' && ` (${chat.hoursText})`}
      </span>
    </button>
  )
}

/** Says why chat is closed and when it opens; nothing while it is open. */
export function ChatClosing({ className }: { readonly className?: string | undefined }) {
  const chat = useChat()
  return chat === null || chat.isOpen ? null : <ChatClosingNote at={chat.at} className={className} />
}

/** The chat button that floats over the page during opening hours (HD-1). */
export function FloatingChat() {
  const chat = useChat()
  return chat?.isOpen ? <ChatLink entryPoint="floating" className={styles.floating} /> : null
}
