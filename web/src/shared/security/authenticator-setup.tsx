import type { PayloadOf } from '@portico/contract/call'
import { type beginAuthenticator, confirmAuthenticator } from '@portico/contract/calls/account-security'
import { inGroups } from '@portico/rules/account-security/codes'
import { type FormEvent, useId, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './authenticator-setup.module.css'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

export type NewAuthenticator = PayloadOf<typeof beginAuthenticator>

export interface AuthenticatorSetupProps {
  /** Null while no app is being set up. */
  readonly begun: NewAuthenticator | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Setting up an authenticator app: scan, enter the first code, save the recovery codes. */
export function AuthenticatorSetup({ begun, onClose, onDone }: AuthenticatorSetupProps) {
  const t = useText()
  const formId = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useCodeForm()
  const field = useRef<HTMLInputElement>(null)
  const confirming = useAction()
  const close = () => {
    form.clear()
    confirming.forget()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return confirming.run(async () => {
      const confirmed = await form.submit(event, (body) => api.call(confirmAuthenticator, { body }))
      if (confirmed === null) field.current?.select()
      else setCodes(confirmed.recoveryCodes)
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
              {t('form.cancel')}
            </Button>
          </>
        }
      >
        {begun && (
          <ol className={styles.steps}>
            <li>
              <p>{t('account.authenticator.stepApp')}</p>
            </li>
            <ScanStep {...begun} />
            <li>
              <FormFrame form={form} id={formId} onSubmit={submit}>
                <TextField
                  {...form.field('code')}
                  ref={field}
                  label={t('account.authenticator.code')}
                  hint={t('account.authenticator.codeHint')}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={9}
                  required
                />
              </FormFrame>
              <Problem text={confirming.problem} />
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

/** The app's first code. */
function useCodeForm() {
  const t = useText()
  return useForm({
    id: 'authenticator',
    initial: { code: '' },
    secret: 'all',
    label: () => t('account.authenticator.code'),
    // Left to the server: text that is not a code is simply not the app's code.
    check: () => null,
    serverTexts: {
      field: 'code',
      codes: {
        'CODE-WRONG': 'account.authenticator.codeWrong',
        'TOO-MANY-REQUESTS': 'account.authenticator.tooMany',
        CONFLICT: 'account.authenticator.late',
      },
    },
  })
}

/** The secret, as a picture for the app and as text to type. */
function ScanStep({ address, secret }: NewAuthenticator) {
  const t = useText()
  return (
    <li>
      <p>{t('account.authenticator.stepScan')}</p>
      <div className={styles.scan}>
        <QrCode text={address} label={t('account.authenticator.qr')} />
        <div className={styles.key}>
          <p>{t('account.authenticator.key')}</p>
          <p className={styles.secret}>{inGroups(secret).replaceAll('-', ' ')}</p>
          <CopyButton text={secret} />
        </div>
      </div>
    </li>
  )
}
