import { decideStaffRequest } from '@portico/contract/calls/administration'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './administration.module.css'
import type { StaffRequest } from './types.ts'

interface RequestsProps {
  readonly requests: readonly StaffRequest[]
  readonly findBrandName: (code: string) => string
  readonly onDone: (words: string) => void
}

/** Requests that wait for a second administrator (AD-2); the first one can only withdraw them. */
export function Requests({ requests, findBrandName, onDone }: RequestsProps) {
  const t = useText()
  const format = useMomentFormat()
  const action = useAction({ CONFLICT: 'administration.request.conflict' }, 'administration.failed')
  const [deciding, setDeciding] = useState('')
  const decide = async (request: StaffRequest, confirm: boolean) => {
    setDeciding(`${request.requestId} ${confirm}`)
    const isDone = await action.run(async () => {
      await api.call(decideStaffRequest, { params: { requestId: request.requestId }, body: { confirm } })
    })
    setDeciding('')
    if (isDone) onDone(t(confirm ? 'administration.request.confirmed' : 'administration.request.dropped'))
  }
  return (
    <Card title={t('administration.requests')} className={styles.requests}>
      <p className={lettering.key}>{t('administration.requests.text')}</p>
      <ul className={styles.plain}>
        {requests.map((request) => (
          <li key={request.requestId} className={styles.request}>
            <div>
              <p className={lettering.name}>
                {t(`administration.request.${request.kind}`, { name: request.name, loginId: request.loginId })}
              </p>
              {request.email !== null && <p>{t('administration.request.email', { email: request.email })}</p>}
              <p className={styles.badges}>
                {request.entitlements.map((one) => (
                  <Badge key={one} tone="warning">
                    {t(`administration.entitlement.${one}`)}
                  </Badge>
                ))}
                {request.brands.map((code) => (
                  <Badge key={code} tone="info">
                    {findBrandName(code)}
                  </Badge>
                ))}
              </p>
              <p className={lettering.key}>
                {t('administration.request.asked', {
                  by: request.askedBy,
                  at: format.dateTime(request.askedAt),
                  until: format.dateTime(request.expiresAt),
                })}
              </p>
              {request.lapsed && <p>{t('administration.request.lapsed', { by: request.askedBy })}</p>}
            </div>
            <div className={styles.buttons}>
              {!request.own && !request.lapsed && (
                <Button
                  busy={deciding === `${request.requestId} true`}
                  aria-label={t('administration.request.confirm-named', { name: request.name })}
                  onClick={() => decide(request, true)}
                >
                  {t('administration.request.confirm')}
                </Button>
              )}
              <Button
                variant="quiet"
                busy={deciding === `${request.requestId} false`}
                aria-label={t('administration.request.drop-named', { name: request.name })}
                onClick={() => decide(request, false)}
              >
                {t('administration.request.drop')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Problem text={action.problem} />
    </Card>
  )
}
