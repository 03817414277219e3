import { unlockAccount } from '@portico/contract/calls/passwords'
import { unlockGuardian } from '@portico/contract/calls/registration'
import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkAnyMemberId } from '@portico/rules/validation/member-id'
import { type FormEvent, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { useText } from '../messages/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { fieldValue, focusField } from './form-fields.ts'
import styles from './staff-home.module.css'

/** What can be locked: a login ID (SI-13), or the guardians of the children under a member ID (ER-5). */
const kinds = {
  account: {
    name: 'unlockId',
    texts: 'staff.unlock',
    normalize: normalizeLoginId,
    check: checkLoginId,
    send: (logonId: string) => api.call(unlockAccount, { body: { logonId } }),
  },
  guardian: {
    name: 'unlockMemberId',
    texts: 'staff.unlock.guardian',
    normalize: normalizeMemberId,
    check: checkAnyMemberId,
    send: (memberId: string) => api.call(unlockGuardian, { body: { memberId } }),
  },
} as const

type State = { readonly kind: 'idle' | 'busy' | 'failed' } | { readonly kind: 'done'; readonly login: string }

/** Lifts a lock. */
export function UnlockForm({ of }: { readonly of: keyof typeof kinds }) {
  const t = useText()
  const { name, texts, normalize, check, send } = kinds[of]
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.kind === 'busy') return
    const form = event.currentTarget
    const login = normalize(fieldValue(form, name))
    const found = check(login)
    setProblem(found ? t(found.code, found.params) : undefined)
    if (found) {
      setState({ kind: 'idle' })
      focusField(form, name)
      return
    }
    setState({ kind: 'busy' })
    try {
      await send(login)
      setState({ kind: 'done', login })
    } catch (error) {
      const isForeign = error instanceof ApiError && error.status === 404
      setState({ kind: isForeign ? 'idle' : 'failed' })
      if (!isForeign) return
      setProblem(t(`${texts}.notYours`))
      focusField(form, name)
    }
  }

  return (
    <>
      <p className={styles.muted}>{t(`${texts}.text`)}</p>
      <form method="post" noValidate className={styles.form} onSubmit={submit} aria-busy={state.kind === 'busy'}>
        <TextField
          name={name}
          label={t(`${texts}.loginId`)}
          hint={t(`${texts}.hint`)}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="secondary" busy={state.kind === 'busy'} className={styles.action}>
          {t(`${texts}.submit`)}
        </Button>
        <div role="status" className={styles.told}>
          {state.kind === 'done' && (
            <Alert tone="success">
              <p>{t(`${texts}.done`, { login: state.login })}</p>
            </Alert>
          )}
          {state.kind === 'failed' && (
            <Alert tone="danger" title={t('staff.problem.title')}>
              <p>{t('staff.problem.again')}</p>
            </Alert>
          )}
        </div>
      </form>
    </>
  )
}
