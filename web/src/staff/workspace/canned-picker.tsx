import { cannedReplies } from '@portico/contract/calls/canned-replies'
import type { Language } from '@portico/contract/page'
import { fillReply, repliesFor } from '@portico/rules/workspace/canned-reply'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './composer.module.css'
import type { OpenedThread } from './types.ts'

interface CannedPickerProps {
  readonly thread: OpenedThread
  readonly language: Language
  /** Called with the text of a canned reply, filled in. */
  readonly onPick: (text: string) => void
}

const load = (signal: AbortSignal) => api.call(cannedReplies, { signal })

/** The brand's canned replies in the language of the reply; a chosen one is added to what is written (MC-6). */
export function CannedPicker({ thread, language, onPick }: CannedPickerProps) {
  const t = useText()
  const { value } = useLoaded(load)
  const fitting = repliesFor(value?.replies ?? [], { brand: thread.brand, language })
  const [chosen, setChosen] = useState('')
  const reply = fitting.find(({ replyId }) => replyId === chosen)
  const values = thread.writing.values[language]
  const insert = () => {
    setChosen('')
    if (reply && values) onPick(fillReply(reply.text, values))
  }
  // Choosing does nothing by itself: arrow keys go through the options one by one (WCAG 3.2.2).
  return (
    <span className={styles.canned}>
      <select
        className={styles.select}
        aria-label={t('workspace.canned')}
        value={reply?.replyId ?? ''}
        disabled={fitting.length === 0}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{t('workspace.canned')}</option>
        <Options of={fitting} value={({ replyId }) => replyId} text={({ title }) => title} />
      </select>
      <Button variant="quiet" className={styles.insert} disabled={reply === undefined} onClick={insert}>
        {t('workspace.canned.insert')}
      </Button>
    </span>
  )
}
