import type { PayloadOf } from '@portico/contract/call'
import { type beginAuthenticator, confirmAuthenticator } from '@portico/contract/calls/account-security'
import { inGroups } from '@portico/rules/account-security/codes'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { useAction } from '../api/use-action.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './authenticator-setup.module.css'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

export type NewAuthenticator = PayloadOf<typeof beginAuthenticator>

export interface AuthenticatorSetupProps {
  /** Null while nothing is being set up. */
  readonly begun: NewAuthenticator | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Setting up an authenticator app: scan, type in its first code, keep the recovery codes. */
export function AuthenticatorSetup({ begun, onClose, onDone }: AuthenticatorSetupProps) {
  const t = useText()
  const formId = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const confirming = useAction({
    'CODE-WRONG': 'account.authenticator.codeWrong',
    'TOO-MANY-REQUESTS': 'account.authenticator.tooMany',
    CONFLICT: 'account.authenticator.late',
  })
  const close = () => {
    confirming.forget()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const field = event.currentTarget.elements.namedItem('code')
    confirming
      .run(async () => {
        const { recoveryCodes } = await api.call(confirmAuthenticator, { body: { code } })
        setCodes(recoveryCodes)
      })
      .then((done) => {
        if (!done && field instanceof HTMLInputElement) field.select()
      })
  }
  return (
    <>
      <Dialog
        open={begun !== null && codes === null}
        onClose={close}
        title={t('account.authenticator.setUpTitle')}
        actions={
          <>
            <Button type="submit" form={formId} busy={confirming.busy}>
              {t('account.authenticator.confirm')}
            </Button>
            <Button variant="quiet" onClick={close}>
              {t('account.cancel')}
            </Button>
          </>
        }
      >
        {begun && (
          <ol className={styles.steps}>
            <li>
              <p>{t('account.authenticator.stepApp')}</p>
            </li>
            <li>
              <p>{t('account.authenticator.stepScan')}</p>
              <div className={styles.scan}>
                <QrCode text={begun.address} label={t('account.authenticator.qr')} />
                <div className={styles.key}>
                  <p>{t('account.authenticator.key')}</p>
                  <p className={styles.secret}>{inGroups(begun.secret).replaceAll('-', ' ')}</p>
                  <CopyButton text={begun.secret} />
                </div>
              </div>
            </li>
            <li>
              <form id={formId} noValidate onSubmit={submit}>
                <TextField
                  name="code"
                  label={t('account.authenticator.code')}
                  hint={t('account.authenticator.codeHint')}
                  error={confirming.problem && t(confirming.problem)}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={9}
                  required
                />
              </form>
            </li>
          </ol>
        )}
      </Dialog>
      <RecoveryCodesDialog
        codes={codes}
        onDone={() => {
          setCodes(null)
          onDone()
        }}
      />
    </>
  )
}
