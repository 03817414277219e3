import { beginAuthenticator, removeAuthenticator, renewRecoveryCodes } from '@portico/contract/calls/account-security'
import { FEW_RECOVERY_CODES } from '@portico/rules/account-security/codes'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AuthenticatorSetup, type NewAuthenticator } from './authenticator-setup.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import type { SecurityCardProps } from './security.tsx'

/** Codes from an authenticator app, required at sign-in, and the recovery codes that can replace them (RG-4). */
export function AuthenticatorCard({ security, onChange }: SecurityCardProps) {
  const t = useText()
  const { authenticatorSince, offered } = security
  const [begun, setBegun] = useState<NewAuthenticator | null>(null)
  const [turningOff, setTurningOff] = useState(false)
  const beginning = useAction({ CONFLICT: 'account.authenticator.conflict' })
  const mayChange = !useActsForPerson()
  const isOn = authenticatorSince !== null
  if (!offered.authenticator && !isOn) return null

  const begin = () =>
    beginning.run(async () => {
      setBegun(await api.call(beginAuthenticator))
    })

  return (
    <Card
      title={t('account.authenticator.title')}
      action={
        <Badge tone={isOn ? 'success' : 'neutral'}>
          {t(isOn ? 'account.authenticator.on' : 'account.authenticator.off')}
        </Badge>
      }
    >
      <p className={styles.text}>{t(isOn ? 'account.authenticator.aboutOn' : 'account.authenticator.about')}</p>
      {isOn && <Codes security={security} since={authenticatorSince} onChange={onChange} />}
      {mayChange && (
        <div className={styles.actions}>
          {isOn ? (
            <Button variant="quiet" className={styles.quiet} onClick={() => setTurningOff(true)}>
              {t('account.authenticator.turnOff')}
            </Button>
          ) : (
            <Button variant="secondary" busy={beginning.busy} icon={<Smartphone aria-hidden="true" />} onClick={begin}>
              {t('account.authenticator.setUp')}
            </Button>
          )}
        </div>
      )}
      <Problem text={beginning.problem} />
      <AuthenticatorSetup
        begun={begun}
        onClose={() => setBegun(null)}
        onDone={() => {
          setBegun(null)
          onChange('account.authenticator.turnedOn')
        }}
      />
      <ConfirmDialog
        open={turningOff}
        title={t('account.authenticator.turnOffTitle')}
        text={t('account.authenticator.turnOffText')}
        action={t('account.authenticator.turnOff')}
        onClose={() => setTurningOff(false)}
        onConfirm={async () => {
          await api.call(removeAuthenticator)
          onChange('account.authenticator.turnedOff')
        }}
      />
    </Card>
  )
}

/** Since when it is on, and how many recovery codes are left. */
function Codes({ security, since, onChange }: SecurityCardProps & { readonly since: string }) {
  const t = useText()
  const format = useMomentFormat()
  const renewing = useAction()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const left = security.recoveryCodesLeft
  const mayChange = !useActsForPerson()
  const renew = () =>
    renewing.run(async () => {
      const { recoveryCodes } = await api.call(renewRecoveryCodes)
      setCodes(recoveryCodes)
      onChange('account.codes.renewed')
    })
  return (
    <ul className={styles.items}>
      <li className={styles.item}>
        <span className={styles.icon}>
          <Smartphone aria-hidden="true" />
        </span>
        <div>
          <p className={styles.name}>{t('account.codes.left', { left })}</p>
          <p className={lettering.small}>{t('account.authenticator.since', { date: format.dateLong(since) })}</p>
        </div>
        {mayChange && (
          <div className={styles.itemActions}>
            <Button variant="quiet" busy={renewing.busy} onClick={renew}>
              {t('account.codes.renew')}
            </Button>
          </div>
        )}
      </li>
      {left < FEW_RECOVERY_CODES && (
        <li>
          <Alert tone="warning">
            <p>{t('account.codes.few')}</p>
          </Alert>
        </li>
      )}
      <li>
        <Problem text={renewing.problem} />
        <RecoveryCodesDialog codes={codes} onDone={() => setCodes(null)} />
      </li>
    </ul>
  )
}
