import { cannedReplies } from '@portico/contract/calls/canned-replies'
import type { AuthoredLanguage } from '@portico/contract/page'
import { fillReply, repliesFor } from '@portico/rules/workspace/canned-reply'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { Combobox, type ComboboxValue } from '../../ui/combobox.tsx'
import styles from './composer.module.css'
import type { OpenedThread } from './types.ts'

interface CannedPickerProps {
  readonly thread: OpenedThread
  readonly language: AuthoredLanguage
  /** Called with the text of a canned reply, filled in. */
  readonly onPick: (text: string) => void
}

const load = (signal: AbortSignal) => api.call(cannedReplies, { signal })
const nothing: ComboboxValue = { typed: '', chosen: null }

/** The brand's canned replies in the reply's language, found by typing; the chosen one is added to the written text (MC-6). */
export function CannedPicker({ thread, language, onPick }: CannedPickerProps) {
  const t = useText()
  const { value } = useLoaded(load)
  const fitting = repliesFor(value?.replies ?? [], { brand: thread.brand, language })
  const [typed, setTyped] = useState(nothing)
  const values = thread.writing.values[language]
  const insert = (replyId: string) => {
    const reply = fitting.find((one) => one.replyId === replyId)
    setTyped(nothing)
    if (reply && values) onPick(fillReply(reply.text, values))
  }
  return (
    <Combobox
      className={styles.canned}
      label={t('workspace.canned')}
      placeholder={t('workspace.canned')}
      options={fitting.map(({ replyId, title }) => ({ value: replyId, label: title }))}
      value={typed}
      disabled={fitting.length === 0}
      onValue={setTyped}
      onChoose={insert}
    />
  )
}
