import { withdrawApplication } from '@portico/contract/calls/shop-applying'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CorrectApplication } from './correct-application.tsx'
import type { PayFirstProps } from './pay-first.tsx'
import styles from './shop.module.css'

/** Corrects or withdraws an application, as long as nothing has been paid (SH-9). */
export function ChangeApplication({ market, ticket, onChange }: PayFirstProps) {
  const t = useText()
  const [isSure, setSure] = useState(false)
  const action = useAction({ CONFLICT: 'application.change.conflict' }, 'shop.failed')
  const withdraw = () =>
    action.run(async () => {
      await api.call(withdrawApplication, { body: { ticket } })
      onChange()
    })
  return (
    <Card title={t('application.change')}>
      <div className={styles.stack}>
        <p>{t('application.change.text')}</p>
        <CorrectApplication market={market} ticket={ticket} />
        <div className={styles.row}>
          {isSure ? (
            <>
              <Button variant="secondary" busy={action.busy} onClick={withdraw}>
                {t('application.withdraw.sure')}
              </Button>
              <Button variant="quiet" onClick={() => setSure(false)}>
                {t('application.withdraw.not')}
              </Button>
            </>
          ) : (
            <Button variant="quiet" onClick={() => setSure(true)}>
              {t('application.withdraw')}
            </Button>
          )}
        </div>
        <Problem text={action.problem} flush />
      </div>
    </Card>
  )
}
