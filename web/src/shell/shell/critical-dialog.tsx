import { useState } from 'react'
import type { ApiError } from '../../base/api/error.ts'
import { httpErrorText } from '../../base/api/http-error-text.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/toggle.tsx'

/** The only modal for a failure that the page cannot recover from (HT-3); it is shown once. */
export function CriticalDialog({ error }: { readonly error: ApiError }) {
  const t = useText()
  const [open, setOpen] = useState(true)
  const ready = useArea('errors')
  if (!ready) return null
  return (
    <Dialog
      size="small"
      open={open}
      onClose={() => setOpen(false)}
      title={t('http.criticalTitle')}
      actions={<Button onClick={() => setOpen(false)}>{t('ui.close')}</Button>}
    >
      <p>{t('http.critical')}</p>
      <Toggle label={t('http.moreInformation')}>
        <p>{httpErrorText(error, t)}</p>
        {error.requestId !== null && <p>{t('http.requestId', { id: error.requestId })}</p>}
      </Toggle>
    </Dialog>
  )
}
