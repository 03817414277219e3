import { useState } from 'react'
import type { Draft } from '../../shared/composing/draft.ts'
import { MessageForm } from './contact-form.tsx'
import type { MessageFields, Topic } from './fields.ts'
import type { AboutClaim } from './preset.ts'
import { MessageSent } from './sent.tsx'
import { useContact } from './use-contact.ts'

interface NewMessageProps {
  readonly topics: readonly Topic[]
  /** Who answers, in the page's language. */
  readonly service: string
  /** By when a message sent now would be answered, ISO 8601 in UTC. */
  readonly expectedReplyBy: string
  /** The requested draft, or this window's, as stored on the server. */
  readonly onServer: Draft<MessageFields> | null
  /** What a new message starts with. */
  readonly preset: MessageFields
  /** The claim named in the address, as it was loaded. */
  readonly about: AboutClaim | null
}

/** A message from the first letter to its confirmation, and then the next one (MC-3). */
export function NewMessage({ topics, service, expectedReplyBy, onServer, preset, about }: NewMessageProps) {
  const contact = useContact(topics, onServer, preset)
  const [another, setAnother] = useState(false)
  const { progress } = contact

  if (progress.step === 'sent' && !progress.older) {
    const writeAnother = () => {
      setAnother(true)
      contact.startOver()
    }
    return <MessageSent sent={progress.sent} service={service} onAnother={writeAnother} />
  }
  return (
    <MessageForm
      contact={contact}
      topics={topics}
      service={service}
      expectedReplyBy={expectedReplyBy}
      about={about}
      takesFocus={another}
    />
  )
}
