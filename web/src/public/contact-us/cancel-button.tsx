import { useState } from 'react'
import { track } from '../../base/analytics/track.ts'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { holdsWords } from './fields.ts'
import type { Contact } from './use-contact.ts'

/** Leads back to the message center; discards text only if the writer agrees. */
export function CancelButton({ contact }: { readonly contact: Contact }) {
  const t = useText()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const { draft, sending } = contact

  const leave = () => {
    track({ event: 'cancel' })
    contact.startOver()
    navigate(links.screen('message-center'))
  }
  const cancel = () => {
    if (sending) return
    if (holdsWords(draft.fields) || draft.attachmentIds.length > 0) setAsking(true)
    else leave()
  }
  const stay = () => setAsking(false)

  return (
    <>
      <Button variant="secondary" aria-disabled={sending || undefined} onClick={cancel}>
        {t('contact-us.cancel')}
      </Button>
      <Dialog
        open={asking}
        onClose={stay}
        size="small"
        title={t('contact-us.discard-title')}
        actions={
          <>
            <Button onClick={stay}>{t('contact-us.keep')}</Button>
            <Button variant="danger" onClick={leave}>
              {t('contact-us.discard')}
            </Button>
          </>
        }
      >
        <p>{t('contact-us.discard-text')}</p>
      </Dialog>
    </>
  )
}
