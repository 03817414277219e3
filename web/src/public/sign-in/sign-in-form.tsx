import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { localStore } from '../../base/storage/storage.ts'
import { useTexts } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { control } from './control.ts'
import type { CredentialProblems } from './credentials.ts'
import type { SignInOutcome } from './sign-in.ts'
import styles from './sign-in-form.module.css'
import type { Submission, submit } from './submit.ts'

interface SignInFormProps {
  /** For people without a login ID. */
  readonly newcomers: ReactNode
  /** Called when someone starts to fill it in. */
  readonly onFocus: () => void
  /** Called when an attempt starts. */
  readonly onSubmit: () => void
  readonly onProblem: (problem: ApiError) => void
  readonly onSignedIn: (outcome: SignInOutcome) => void
  /** Shown below the button. */
  readonly children: ReactNode
}

/**
 * Login ID and password (SI-1). The fields keep values that the browser or its password manager filled in before the page was ready; typed
 * values stay after a failure.
 */
export function SignInForm({ newcomers, onFocus, onSubmit, onProblem, onSignedIn, children }: SignInFormProps) {
  const texts = useTexts()
  const { t } = texts
  const page = usePage()
  const { view } = page
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<CredentialProblems>({})
  useRememberedLoginId(form)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    const element = event.currentTarget
    setBusy(true)
    onSubmit()
    const { outcome, problems: found = {}, failure } = await submitForm(element, { page, texts })
    setProblems(found)
    if (outcome) return onSignedIn(outcome)
    running.current = false
    setBusy(false)
    if (failure) onProblem(failure)
  }

  const error = (name: keyof CredentialProblems) => {
    const problem = problems[name]
    return problem ? t(problem.code, problem.params) : undefined
  }

  return (
    // If it is submitted before the page is ready, it uses POST, so that nothing typed gets into an address.
    <form
      ref={form}
      method="post"
      noValidate
      className={styles.form}
      onFocus={onFocus}
      onSubmit={submit}
      aria-busy={busy}
    >
      <TextField
        id="loginId"
        name="loginId"
        label={t('signIn.loginId')}
        hint={t('signIn.loginIdHint')}
        error={error('loginId')}
        defaultValue={view.name === 'sign-in' ? view.loginId : ''}
        autoComplete="username webauthn"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <PasswordField
        id="password"
        name="password"
        label={t('signIn.password')}
        labelAction={
          <Link to={links.screen('forgot-password')} className={styles.forgot}>
            {t('signIn.forgotPassword')}
          </Link>
        }
        error={error('password')}
        autoComplete="current-password"
        required
      />
      <Checkbox name="remember" label={t('signIn.remember')} className={styles.remember} />
      <Button type="submit" busy={busy} className={styles.submit}>
        {t('signIn.submit')}
      </Button>
      {children}
      <p className={styles.others}>
        <span>{newcomers}</span>
        <Link to={links.screen('forgot-username')}>{t('signIn.forgotUsername')}</Link>
      </p>
    </form>
  )
}

/** Sends the form with code that only people who sign in load. */
function submitForm(form: HTMLFormElement, parts: Parameters<typeof submit>[1]): Promise<Submission> {
  return import('./submit.ts').then(
    (module) => module.submit(form, parts),
    () => ({ failure: new ApiError({ status: 0, code: 'NETWORK' }) }),
  )
}

/** Fills in the login ID remembered on this device, if the field is empty. */
function useRememberedLoginId(form: React.RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const remembered = localStore.get('rememberedLoginId')
    const loginId = form.current && control(form.current, 'loginId')
    const box = form.current && control(form.current, 'remember')
    if (typeof remembered !== 'string' || !loginId || !box) return
    if (loginId.value === '') loginId.defaultValue = remembered
    box.checked = loginId.value === remembered
  }, [form])
}
