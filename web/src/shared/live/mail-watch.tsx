import type { SessionView } from '@portico/contract/page'
import { useEffect, useRef, useState } from 'react'
import { useMailNews } from '../../base/mail-news.ts'
import { useText } from '../../base/texts/text.tsx'
import { useUnreadCount } from '../../base/unread-count.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { startSharedMail } from './shared-mail.ts'

export interface MailWatchProps {
  readonly session: SessionView
}

/** Brings new mail to the page while it is open (MC-6), and announces it to people who cannot see the number change. */
export function MailWatch({ session: { logonId, simulation } }: MailWatchProps) {
  const t = useText()
  const unreadCount = useUnreadCount()
  const known = useRef(unreadCount)
  const [arrived, setArrived] = useState(0)
  const person = simulation ? `${logonId} simulated` : logonId

  useEffect(() => watch(person), [person])
  useEffect(() => {
    known.current = unreadCount
  }, [unreadCount])
  useMailNews((news) => setArrived(news.unreadCount > known.current ? news.unreadCount : 0))

  return (
    <VisuallyHidden>
      <span role="status">{arrived > 0 && t('shell.unreadMessages', { count: arrived })}</span>
    </VisuallyHidden>
  )
}

/** A page in the browser's back-forward cache releases its connection. */
function watch(person: string): () => void {
  let stop = startSharedMail(person)
  const aside = () => stop()
  const back = ({ persisted }: PageTransitionEvent) => {
    if (persisted) stop = startSharedMail(person)
  }
  window.addEventListener('pagehide', aside)
  window.addEventListener('pageshow', back)
  return () => {
    window.removeEventListener('pagehide', aside)
    window.removeEventListener('pageshow', back)
    stop()
  }
}
