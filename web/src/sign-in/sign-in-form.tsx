import type { Problem } from '@portico/rules/validation/result'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/error.ts'
import { loadCatalogues } from '../messages/catalogues.ts'
import { useText, useTexts } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import type { Match } from '../router/match.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'
import { localStore } from '../session/storage.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type Credentials, checkCredentials, readCredentials } from './credentials.ts'
import type { LoginProblem } from './login-error-dialog.tsx'
import styles from './sign-in-form.module.css'

interface SignInFormProps {
  /** Somebody begins to fill it in. */
  readonly onFocus: () => void
  /** An attempt begins. */
  readonly onSubmit: () => void
  readonly onProblem: (problem: LoginProblem) => void
  readonly onForcedPassword: () => void
}

type Problems = Partial<Record<keyof Credentials, Problem | null>>

/**
 * Login ID and password (SI-1). The fields keep what the browser or its password manager filled in before the page was
 * ready; what was typed stays after a failure.
 */
export function SignInForm({ onFocus, onSubmit, onProblem, onForcedPassword }: SignInFormProps) {
  const t = useText()
  const texts = useTexts()
  const { brand, view } = usePage()
  const { match, href } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  useRememberedLoginId(form)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const element = event.currentTarget
    const credentials = readCredentials(element)
    const found = checkCredentials(credentials)
    const firstBad = found.loginId ? 'loginId' : found.password ? 'password' : null
    // Here since the form was entered; without a network the codes of the problems show.
    if (firstBad !== null) texts.add(await loadCatalogues(['validation'], texts.language).catch(() => ({})))
    setProblems(found)
    if (firstBad !== null) {
      control(element, firstBad)?.focus()
      return
    }

    running.current = true
    setBusy(true)
    onSubmit()
    try {
      const { signIn } = await import('./sign-in.ts')
      const outcome = await signIn({ ...credentials, brand: brand.code })
      remember(element, credentials.loginId)
      if (outcome === 'forced-password') onForcedPassword()
      else loadPage(isAskedFor(match) ? location.href : href(links.landing(brand)))
    } catch (error) {
      onProblem(error instanceof ApiError ? error : new ApiError({ status: 0, code: 'NO-CODE' }))
      running.current = false
      setBusy(false)
    }
  }

  const error = (name: keyof Credentials) => {
    const problem = problems[name]
    return problem ? t(problem.code, problem.params) : undefined
  }

  return (
    // Sent before the page is ready it goes by POST, so that nothing typed gets into an address.
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
        autoComplete="username"
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
          <Link to={links.forgotPassword()} className={styles.forgot}>
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
      <p className={styles.others}>
        <span>
          {t('signIn.new')}{' '}
          <Link to={links.register()} className={styles.register}>
            {t('signIn.register')}
          </Link>
        </span>
        <Link to={links.forgotUsername()}>{t('signIn.forgotUsername')}</Link>
      </p>
    </form>
  )
}

/** Whether a page of its own was asked for, not just a way in: it is where the person signed in goes. */
function isAskedFor({ place: { prefix, segments } }: Match): boolean {
  return segments.length > 0 ? segments[0] !== 'sign-in' : prefix !== '/' && prefix !== '/login/'
}

const rememberedKey = 'rememberedLoginId'

function control(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : null
}

/** Fills in the login ID that was remembered on this device, where none is there yet. */
function useRememberedLoginId(form: React.RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const remembered = localStore.get(rememberedKey)
    const loginId = form.current && control(form.current, 'loginId')
    const box = form.current && control(form.current, 'remember')
    if (typeof remembered !== 'string' || !loginId || !box) return
    if (loginId.value === '') loginId.value = remembered
    box.checked = loginId.value === remembered
  }, [form])
}

/** Remembers the login ID, and nothing else, when asked to; forgets it when no longer asked to. */
function remember(form: HTMLFormElement, loginId: string) {
  if (control(form, 'remember')?.checked) localStore.set(rememberedKey, loginId, { ttlMs: null })
  else localStore.remove(rememberedKey)
}
