import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { previewErasure } from '@portico/contract/calls/people-data'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Receipt } from './receipt.tsx'

/** What an erasure would delete and keep, before it is requested or confirmed (RG-3). */
export function ErasurePreview({
  of,
  isReady,
}: {
  readonly of: BodyOf<typeof previewErasure>
  readonly isReady: boolean
}) {
  const t = useText()
  const [preview, setPreview] = useState<PayloadOf<typeof previewErasure> | null>(null)
  const action = useAction(
    { 'NOT-FOUND': 'administration.data.not-found', CONFLICT: 'administration.data.not-now' },
    'administration.failed',
  )
  const show = () => action.run(async () => setPreview(await api.call(previewErasure, { body: of })))
  return (
    <div>
      <Button
        variant="secondary"
        busy={action.busy}
        disabled={!isReady}
        aria-label={of.number === '' ? undefined : t('administration.data.preview-named', { number: of.number })}
        onClick={show}
      >
        {t('administration.data.preview')}
      </Button>
      <Problem text={action.problem} />
      <div role="status">{preview !== null && <Receipt receipt={preview} isPreview />}</div>
    </div>
  )
}
