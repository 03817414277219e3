import { keepMethod, removeMethod } from '@portico/contract/calls/autopay'
import { maxMethods } from '@portico/rules/premium/autopay'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './balance-card.module.css'
import { methodName } from './method-name.ts'
import type { MethodData, PremiumData } from './types.ts'

interface MethodsCardProps {
  readonly premium: PremiumData
  /** Something has changed. The argument says what was done, if it is to be announced. */
  readonly onChange: (done: MessageId | null) => void
}

/** Payment methods that the payment service stores; they are entered there, never here (MP-18). */
export function MethodsCard({ premium: { accounts, methods }, onChange }: MethodsCardProps) {
  const t = useText()
  const { session } = usePage()
  const opening = useAction({ CONFLICT: 'premium.autopay-enough', UNAVAILABLE: 'premium.autopay-unavailable' })
  // The id stays the same, however often the button is clicked, until the next method is added.
  const [clientMethodId, setId] = useState(newId)
  const isTaken = accounts.some(({ takesPayments }) => takesPayments)
  const saved = methods.filter(({ state }) => state === 'saved')
  if (!isTaken && saved.length === 0) return null
  const add = () =>
    opening.run(async () => {
      const { url } = await api.call(keepMethod, { body: { clientMethodId } })
      setId(newId())
      if (url === null) onChange(null)
      else location.assign(url)
    })
  const isRep = Boolean(session?.simulation)
  return (
    <Card title={t('premium.autopay-methods')}>
      <p className={lettering.small}>
        {t(saved.length === 0 ? 'premium.autopay-methods-none' : 'premium.autopay-methods-about')}
      </p>
      {saved.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.methods} role="list">
          {saved.map((method) => (
            <li key={method.methodId}>
              {methodName(method, t)}
              {!isRep && (
                <Remove
                  method={method}
                  isUsed={accounts.some(({ autopay }) => autopay?.methodId === method.methodId)}
                  onDone={() => onChange('premium.autopay-removed')}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isTaken && !isRep && saved.length < maxMethods && (
        <div className={styles.ways}>
          <Button variant="secondary" busy={opening.busy} onClick={add}>
            {t(saved.length === 0 ? 'premium.autopay-add' : 'premium.autopay-add-another')}
          </Button>
        </div>
      )}
      <Problem text={opening.problem} />
    </Card>
  )
}

interface RemoveProps {
  readonly method: MethodData
  /** Whether automatic payment uses it. */
  readonly isUsed: boolean
  readonly onDone: () => void
}

function Remove({ method, isUsed, onDone }: RemoveProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const remove = async () => {
    await api.call(removeMethod, { params: { methodId: method.methodId } })
    onDone()
  }
  const name = methodName(method, t)
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('premium.autopay-remove-named', { method: name })}
        onClick={() => setOpen(true)}
      >
        {t('premium.autopay-remove')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('premium.autopay-remove-title', { method: name })}
        text={t(isUsed ? 'premium.autopay-remove-used' : 'premium.autopay-remove-unused')}
        action={t('premium.autopay-remove')}
        problems={{ codes: { CONFLICT: 'premium.autopay-in-use' } }}
        onClose={() => setOpen(false)}
        onConfirm={remove}
      />
    </>
  )
}
