import type { ErrorEntry } from '@portico/contract/errors'
import { useEffect, useState } from 'react'
import { RichText } from '../messages/rich-text.tsx'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'
import { clearUserData } from '../session/user-data.ts'
import { setCookie } from '../shell/cookies.ts'
import { httpErrorText } from '../shell/http-error-text.ts'
import { PhoneLink } from '../shell/phone-link.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './login-error-dialog.module.css'
import { type LoginErrorTexts, loginErrorTexts } from './login-errors.ts'

export interface LoginProblem {
  readonly status: number
  readonly code: string
  readonly entries: readonly ErrorEntry[]
}

export interface LoginErrorDialogProps {
  readonly problem: LoginProblem | null
  readonly onClose: () => void
}

/** The modal of a refused sign-in (ER): what happened, and what to do next. */
export function LoginErrorDialog({ problem, onClose }: LoginErrorDialogProps) {
  const t = useText()
  const { brand } = usePage()
  const texts = problem && loginErrorTexts(problem)
  const unknown = texts?.kind === 'critical'
  // ER-10: nothing of a half-made session stays.
  useEffect(() => {
    if (unknown) clearUserData()
  }, [unknown])

  return (
    <Dialog
      size="small"
      open={problem !== null}
      onClose={onClose}
      title={texts && t(texts.title)}
      actions={texts && problem && <Actions kind={texts.kind} problem={problem} onClose={onClose} />}
    >
      {texts && problem && (
        <>
          <p>
            <RichText
              id={texts.text}
              values={{ hours: brand.customerServiceHours }}
              elements={{ phone: () => <PhoneLink className={styles.phone} /> }}
            />
          </p>
          {unknown && <MoreInformation problem={problem} />}
        </>
      )}
    </Dialog>
  )
}

interface ActionsProps {
  readonly kind: LoginErrorTexts['kind']
  readonly problem: LoginProblem
  readonly onClose: () => void
}

function Actions({ kind, problem, onClose }: ActionsProps) {
  const t = useText()
  const { brand } = usePage()
  const demoBrand = problem.entries[1]?.errorMessage
  switch (kind) {
    case 'wrongSite':
      return (
        <>
          <ButtonLink to={brand.links.home}>{t('loginError.continue')}</ButtonLink>
          <CloseButton variant="quiet" onClose={onClose} />
        </>
      )
    case 'demoUser':
      return (
        <>
          {demoBrand !== undefined && <ContinueToBrand brand={demoBrand} />}
          <CloseButton variant="quiet" onClose={onClose} />
        </>
      )
    case 'invalidLogin':
      return (
        <>
          <CloseButton onClose={onClose} again />
          <ButtonLink variant="quiet" to={links.forgotPassword()}>
            {t('loginError.forgotPassword')}
          </ButtonLink>
        </>
      )
    default:
      return <CloseButton onClose={onClose} />
  }
}

/** The portal of another brand (ER-2): its code is all that the answer names, and the brand cookie outranks the host. */
function ContinueToBrand({ brand }: { readonly brand: string }) {
  const t = useText()
  const { href } = useNavigation()
  const go = () => {
    setCookie('brand', brand)
    loadPage(href(links.signIn()))
  }
  return <Button onClick={go}>{t('loginError.continue')}</Button>
}

interface CloseButtonProps extends Pick<ActionsProps, 'onClose'> {
  readonly variant?: 'primary' | 'quiet'
  readonly again?: boolean
}

function CloseButton({ onClose, variant = 'primary', again = false }: CloseButtonProps) {
  const t = useText()
  return (
    <Button variant={variant} onClick={onClose}>
      {t(again ? 'ui.retry' : 'ui.close')}
    </Button>
  )
}

/** The error's own words, for technical support (HT-3). */
function MoreInformation({ problem }: { readonly problem: LoginProblem }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t('http.moreInformation')}
      </Button>
      {shown && <p>{httpErrorText(problem, t)}</p>}
    </>
  )
}
