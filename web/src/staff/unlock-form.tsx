import { unlockAccount } from '@portico/contract/calls/passwords'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { type FormEvent, useState } from 'react'
import { api } from '../api/api.ts'
import { useText } from '../messages/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { fieldValue, focusField } from './form-fields.ts'
import styles from './staff-home.module.css'

type State = { readonly kind: 'idle' | 'busy' | 'failed' } | { readonly kind: 'done'; readonly login: string }

/** Lifts the locks of a login ID (SI-13). */
export function UnlockForm() {
  const t = useText()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.kind === 'busy') return
    const form = event.currentTarget
    const login = normalizeLoginId(fieldValue(form, 'unlockId'))
    const found = checkLoginId(login)
    setProblem(found ? t(found.code, found.params) : undefined)
    if (found) {
      setState({ kind: 'idle' })
      focusField(form, 'unlockId')
      return
    }
    setState({ kind: 'busy' })
    try {
      await api.call(unlockAccount, { body: { logonId: login } })
      setState({ kind: 'done', login })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  return (
    <>
      <p className={styles.muted}>{t('staff.unlock.text')}</p>
      <form method="post" noValidate className={styles.form} onSubmit={submit} aria-busy={state.kind === 'busy'}>
        <TextField
          name="unlockId"
          label={t('staff.unlock.loginId')}
          hint={t('staff.unlock.hint')}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="secondary" busy={state.kind === 'busy'} className={styles.action}>
          {t('staff.unlock.submit')}
        </Button>
        <div role="status" className={styles.told}>
          {state.kind === 'done' && (
            <Alert tone="success">
              <p>{t('staff.unlock.done', { login: state.login })}</p>
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
