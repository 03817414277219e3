import { unlockAccount } from '@portico/contract/calls/passwords'
import { unlockGuardian } from '@portico/contract/calls/registration'
import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkAnyMemberId } from '@portico/rules/validation/member-id'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './staff-home.module.css'

/** What can be locked: a login ID (SI-13), or the guardians of the children under a member ID (ER-5). */
const kinds = {
  account: {
    texts: 'staff.unlock',
    normalize: normalizeLoginId,
    check: checkLoginId,
    send: (logonId: string) => api.call(unlockAccount, { body: { logonId } }),
  },
  guardian: {
    texts: 'staff.unlock.guardian',
    normalize: normalizeMemberId,
    check: checkAnyMemberId,
    send: (memberId: string) => api.call(unlockGuardian, { body: { memberId } }),
  },
} as const

/** Lifts a lock. */
export function UnlockForm({ of }: { readonly of: keyof typeof kinds }) {
  const t = useText()
  const { texts, normalize, check, send } = kinds[of]
  const [done, setDone] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const form = useForm({
    id: `unlock-${of}`,
    initial: { login: '' },
    secret: 'personal',
    label: () => t(`${texts}.loginId`),
    check: (_name, { login }) => check(normalize(login)),
  })

  const submit = async (event: FormEvent) => {
    setDone(null)
    setFailed(false)
    try {
      const lifted = await form.submit(event, async ({ login }) => {
        await send(normalize(login))
        return normalize(login)
      })
      setDone(lifted)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) form.tell({ login: { code: `${texts}.notYours` } })
      else setFailed(true)
    }
  }

  return (
    <>
      <p className={lettering.muted}>{t(`${texts}.text`)}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <TextField
          {...form.field('login')}
          label={t(`${texts}.loginId`)}
          hint={t(`${texts}.hint`)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="secondary" busy={form.busy} className={styles.action}>
          {t(`${texts}.submit`)}
        </Button>
        <div role="status" className={styles.told}>
          {done !== null && (
            <Alert tone="success">
              <p>{t(`${texts}.done`, { login: done })}</p>
            </Alert>
          )}
          {failed && (
            <Alert tone="danger" title={t('staff.problem.title')}>
              <p>{t('staff.problem.again')}</p>
            </Alert>
          )}
        </div>
      </FormFrame>
    </>
  )
}
