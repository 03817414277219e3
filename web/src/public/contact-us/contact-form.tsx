import { messageLimits } from '@portico/contract/limits'
import { Send } from 'lucide-react'
import type { FormEvent } from 'react'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { mentionedClaim } from '../../shared/claim-parts/part.ts'
import { ComposeFiles } from '../../shared/composing/compose-files.tsx'
import { DraftConflict, DraftKept } from '../../shared/composing/draft-status.tsx'
import { ExpectedReply } from '../../shared/composing/expected-reply.tsx'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { CountedField } from '../../ui/counted-field.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { CallBackFields } from './call-back-fields.tsx'
import { CancelButton } from './cancel-button.tsx'
import { toState } from './check.ts'
import styles from './contact-form.module.css'
import { type Topic, withoutClaim } from './fields.ts'
import type { AboutClaim } from './preset.ts'
import { OlderArrived, SendOutcome } from './send-outcome.tsx'
import { TopicFields } from './topic-fields.tsx'
import type { Contact } from './use-contact.ts'
import { controlId, useFieldProps } from './use-field-props.ts'
import { Wrong } from './wrong.tsx'

interface ContactFormProps {
  readonly contact: Contact
  readonly topics: readonly Topic[]
  /** Who answers, in the page's language. */
  readonly service: string
  /** By when a message sent now would be answered, ISO 8601 in UTC. */
  readonly expectedReplyBy: string
  /** The claim named in the address, as it was loaded. */
  readonly about: AboutClaim | null
  /** Focuses the first field, for someone who has started a new form. */
  readonly takesFocus: boolean
}

/** The form for a new message (MC-3); only the writer can discard what was typed. */
export function MessageForm({ contact, topics, service, expectedReplyBy, about, takesFocus }: ContactFormProps) {
  const t = useText()
  const field = useFieldProps(contact)
  const navigate = useNavigate()
  const { draft, problems, progress, sending } = contact

  const takeClaimOff = () => {
    contact.change(withoutClaim)
    navigate(links.writeToUs('claims'), { quiet: true, replace: true })
    // The focused element is gone.
    document.getElementById(controlId('subject'))?.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    contact.send()
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={send}
      aria-busy={sending || undefined}
      data-state={toState(draft.fields, problems)}
    >
      <Wrong contact={contact} />
      {progress.step === 'sent' && <OlderArrived messageId={progress.sent.messageId} />}
      {draft.fields.claimId !== '' && (
        <LazyPart
          part={mentionedClaim}
          props={{
            claimId: draft.fields.claimId,
            appeal: draft.fields.appeal,
            known: about?.claim.claimId === draft.fields.claimId ? about.claim : null,
            readOnly: sending,
            onRemove: takeClaimOff,
          }}
        />
      )}
      <TopicFields contact={contact} topics={topics} takesFocus={takesFocus} />
      <CountedField
        {...field('subject')}
        dir="auto"
        autoComplete="off"
        maxLength={messageLimits.subject}
        readOnly={sending}
        required
      />
      {/* Between the two, where someone who types into either sees it above a phone's keyboard. */}
      <SafetyHelp text={`${draft.fields.subject} ${draft.fields.text}`} answerBy={expectedReplyBy} />
      <TextArea {...field('text')} dir="auto" rows={8} maxLength={messageLimits.text} readOnly={sending} required />
      <div className={styles.files}>
        <ComposeFiles files={contact.files} />
      </div>
      <CallBackFields contact={contact} readOnly={sending} />
      <DraftConflict saver={contact.saver} />
      <SendOutcome progress={progress} />
      <div className={styles.bottom}>
        <ExpectedReply
          id={draft.fields.claimId !== '' && draft.fields.appeal ? 'contact-us.expected-appeal' : 'contact-us.expected'}
          service={service}
          by={expectedReplyBy}
        >
          <DraftKept composing={contact} inWindow={t('contact-us.kept')} />
        </ExpectedReply>
        <div className={styles.buttons}>
          <Button type="submit" busy={sending} icon={<Send aria-hidden="true" className={styles.send} />}>
            {t(progress.step === 'failed' ? 'contact-us.retry' : 'contact-us.send')}
          </Button>
          <CancelButton contact={contact} />
        </div>
      </div>
    </form>
  )
}
