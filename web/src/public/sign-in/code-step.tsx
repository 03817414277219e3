import { secondFactor } from '@portico/contract/calls/account-security'
import { readCode } from '@portico/rules/account-security/codes'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './code-step.module.css'
import { concludeSignIn, type SignInOutcome } from './sign-in.ts'

export interface CodeStepProps {
  /** Whether the brand allows this browser to be remembered. */
  readonly mayRemember: boolean
  readonly onSignedIn: (outcome: SignInOutcome) => void
  /** Back to login ID and password; `expired`: this step took too long, or there were too many wrong codes. */
  readonly onBack: (why: 'asked' | 'expired') => void
  readonly onProblem: (problem: ApiError) => void
}

/** The second step of a sign-in (RG-4): a code from the authenticator app, or a recovery code. */
export function CodeStep(props: CodeStepProps) {
  const { mayRemember, onBack } = props
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [changes, setChanges] = useState(0)
  const recovery = changes % 2 === 1
  const { busy, error, submit, forget } = useCode(recovery, field, props)

  // The focus starts at the heading, so that it is read out, since the person has just submitted another form; afterwards it moves
  // to the other field.
  useEffect(() => {
    if (changes > 0) field.current?.focus()
    else heading.current?.focus()
  }, [changes])

  const change = () => {
    setChanges(changes + 1)
    forget()
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('secondFactor.title')}
      </h1>
      <p className={styles.about}>{t(recovery ? 'secondFactor.aboutRecovery' : 'secondFactor.about')}</p>
      <form method="post" noValidate className={styles.form} onSubmit={submit} aria-busy={busy}>
        <TextField
          key={String(recovery)}
          ref={field}
          name="code"
          label={t(recovery ? 'secondFactor.recoveryCode' : 'secondFactor.code')}
          hint={t(recovery ? 'secondFactor.recoveryHint' : 'secondFactor.codeHint')}
          error={error && t(error)}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          required
        />
        {mayRemember && <Checkbox name="remember" label={t('secondFactor.remember')} />}
        <Button type="submit" busy={busy} className={styles.submit}>
          {t('secondFactor.submit')}
        </Button>
        <div className={styles.others}>
          <Button variant="quiet" onClick={change}>
            {t(recovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
          </Button>
          <Button variant="quiet" onClick={() => onBack('asked')}>
            {t('secondFactor.back')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Proves the code, one attempt at a time; a wrong one stays selected in the field, to be typed over. */
function useCode(
  recovery: boolean,
  field: RefObject<HTMLInputElement | null>,
  { onSignedIn, onBack, onProblem }: CodeStepProps,
) {
  const page = usePage()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<MessageId | null>(null)
  const fail = (problem: MessageId) => {
    setError(problem)
    field.current?.select()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '')
    if (readCode(code) === null) {
      fail(recovery ? 'secondFactor.recoveryForm' : 'secondFactor.codeForm')
      return
    }
    running.current = true
    setBusy(true)
    setError(null)
    try {
      const answer = await api.call(secondFactor, { body: { code, rememberDevice: form.get('remember') === 'on' } })
      onSignedIn(await concludeSignIn(answer, { page }))
    } catch (problem) {
      running.current = false
      setBusy(false)
      if (!(problem instanceof ApiError)) onProblem(new ApiError({ status: 0, code: 'NO-CODE' }))
      else if (problem.code === 'CODE-WRONG') fail(recovery ? 'secondFactor.recoveryWrong' : 'secondFactor.codeWrong')
      // The account is locked, not the network, and for longer each time.
      else if (problem.code === 'TOO-MANY-REQUESTS') fail('secondFactor.locked')
      else if (problem.code === 'CHALLENGE-EXPIRED') onBack('expired')
      else onProblem(problem)
    }
  }
  return { busy, error, submit, forget: () => setError(null) }
}
