import { sendEmail } from '@portico/contract/calls/letters'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { WayCard } from '../../kit/phone/way-card.tsx'
import { Button } from '../../ui/button.tsx'

/** How to reach the brand, sent to the person's own address (SH-2). */
export function EmailCard() {
  const t = useText()
  const [letterId] = useState(newId)
  const [sent, setSent] = useState(false)
  const action = useAction(
    { CONFLICT: 'contact-us.email.no-address', 'TOO-MANY-REQUESTS': 'contact-us.email.too-many' },
    'contact-us.email.failed',
  )
  const send = () =>
    action.run(async () => {
      await api.call(sendEmail, { body: { letterId, template: 'contact-card' } })
      setSent(true)
    })
  return (
    <WayCard
      title={t('contact-us.email.title')}
      icon={Mail}
      action={
        !sent && (
          <Button variant="secondary" busy={action.busy} onClick={send}>
            {t('contact-us.email.send')}
          </Button>
        )
      }
    >
      <p>{t('contact-us.email.text')}</p>
      <p role="status">{sent && t('contact-us.email.sent')}</p>
      <Problem text={action.problem} flush />
    </WayCard>
  )
}
