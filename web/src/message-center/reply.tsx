import { messageLimits } from '@portico/contract/limits'
import { serviceLabel } from '@portico/rules/messages/service-link'
import { Clock, Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { attachBox } from '../attachments/part.ts'
import { DraftConflict, DraftSaved } from '../drafts/draft-status.tsx'
import { usePage } from '../page-state.tsx'
import { RichText } from '../texts/rich-text.tsx'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { TextArea } from '../ui/text-area.tsx'
import styles from './reply.module.css'
import { ReplyOutcome } from './reply-outcome.tsx'
import { canSend } from './reply-state.ts'
import type { Message } from './types.ts'
import { useReply } from './use-reply.ts'
import { useReplyDay } from './use-reply-day.ts'

interface ReplyProps {
  readonly message: Message
  readonly onSent: (message: Message) => void
}

/** The box for a reply: who answers and by when, before and after sending; nothing typed is ever lost (MC-2, MC-3). */
export function Reply({ message, onSent }: ReplyProps) {
  const t = useText()
  const { brand } = usePage()
  const { state, kept, saver, filesKey, type, attach, send } = useReply(message, onSent)
  const [filesBusy, setFilesBusy] = useState(false)
  const [urged, setUrged] = useState(0)
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const replyDay = useReplyDay()
  const service = t(`message-center.${serviceLabel(brand.code)}`)
  const sending = state.step === 'sending'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!sending && !canSend(state))
    if (canSend(state) && filesBusy) setUrged((last) => last + 1)
    else if (canSend(state)) send()
    else if (!sending) box.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        ref={box}
        label={t('message-center.reply')}
        name="reply"
        dir="auto"
        value={state.draft.text}
        maxLength={messageLimits.text}
        readOnly={sending}
        error={missing ? t('message-center.reply-missing') : undefined}
        onValue={(value) => {
          setMissing(false)
          type(value)
        }}
      />
      <LazyPart
        key={filesKey}
        part={attachBox}
        props={{
          clientMessageId: state.draft.clientMessageId,
          attachmentIds: state.draft.attachmentIds,
          readOnly: sending,
          urged,
          onChange: (attachmentIds, busy) => {
            attach(attachmentIds)
            setFilesBusy(busy)
          },
        }}
      />
      <DraftConflict saver={saver} />
      <ReplyOutcome state={state} service={service} />
      <div className={styles.bottom}>
        {state.step !== 'sent' && (
          <p className={styles.expected}>
            <Clock aria-hidden="true" />
            <span>
              <RichText
                id="message-center.expected"
                values={{ service, day: replyDay(message.expectedReplyBy) }}
                elements={{ day: (words) => <strong>{words}</strong> }}
              />
              {kept && state.draft.text !== '' && (
                <span className={styles.kept}>
                  <DraftSaved saver={saver} otherwise={t('message-center.kept')} />
                </span>
              )}
            </span>
          </p>
        )}
        <Button
          type="submit"
          busy={sending}
          icon={<Send aria-hidden="true" className={styles.send} />}
          className={styles.button}
        >
          {t(state.step === 'failed' ? 'message-center.retry' : 'message-center.send')}
        </Button>
      </div>
    </form>
  )
}
