import { messageLimits } from '@portico/contract/limits'
import { serviceLabel } from '@portico/rules/messages/service-link'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ComposeFiles } from '../../shared/composing/compose-files.tsx'
import { DraftConflict, DraftKept } from '../../shared/composing/draft-status.tsx'
import { ExpectedReply } from '../../shared/composing/expected-reply.tsx'
import type { Message } from '../../shared/conversation/types.ts'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './reply.module.css'
import { ReplyOutcome } from './reply-outcome.tsx'
import { useReply } from './use-reply.ts'

interface ReplyProps {
  readonly message: Message
  readonly onSent: (message: Message) => void
}

/** The reply form: who answers and by when, before and after sending; nothing typed is ever lost (MC-2, MC-3). */
export function Reply({ message, onSent }: ReplyProps) {
  const t = useText()
  const { brand } = usePage()
  const reply = useReply(message, onSent)
  const { draft, progress, problems, refusals, sending } = reply
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  const service = t(`message-center.${serviceLabel(brand.code)}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reply.send()
  }

  // Until someone begins to write, the form is one line, which leaves space for the conversation.
  const [unfolded, setUnfolded] = useState(false)
  const isFolded = !unfolded && reply.empty && progress.step === 'writing'

  return (
    <form
      className={styles.form}
      data-folded={isFolded || undefined}
      onFocus={() => setUnfolded(true)}
      onSubmit={submit}
      noValidate
    >
      <TextArea
        ref={box}
        label={t('message-center.reply')}
        name="reply"
        dir="auto"
        value={draft.fields.text}
        maxLength={messageLimits.text}
        rows={isFolded ? 1 : 4}
        dense={isFolded}
        readOnly={sending}
        error={problems.text && t('message-center.reply-missing')}
        onValue={(text) => reply.change({ text })}
      />
      <SafetyHelp text={draft.fields.text} answerBy={message.expectedReplyBy} />
      {!isFolded && (
        <>
          <ComposeFiles files={reply.files} compact />
          <DraftConflict saver={reply.saver} />
          <ReplyOutcome progress={progress} service={service} />
          <div className={styles.bottom}>
            {progress.step !== 'sent' && (
              <ExpectedReply id="message-center.expected" service={service} by={message.expectedReplyBy}>
                <DraftKept composing={reply} inWindow={t('message-center.kept')} />
              </ExpectedReply>
            )}
            <Button
              type="submit"
              busy={sending}
              icon={<Send aria-hidden="true" className={styles.send} />}
              className={styles.button}
            >
              {t(progress.step === 'failed' ? 'message-center.retry' : 'message-center.send')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
