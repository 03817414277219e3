import { useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { httpErrorText } from '../../base/api/http-error-text.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { isAskedFor } from '../../base/router/match.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { clearSession } from '../sign-out/clear-session.ts'
import { keepDestination } from './destination.ts'
import { loadPage } from './load-page.ts'
import { modalTemplate, type TemplateName, templateOfFailure } from './modal-templates.ts'
import styles from './template-dialog.module.css'

export interface TemplateDialogProps {
  /** The error, or the name of a modal template; null: nothing is shown. A name without a template shows nothing and is logged. */
  readonly about: ApiError | string | null
  readonly onClose: () => void
}

/** The only modal for sign-in (ER, SI-7): what happened, and what to do next. */
export function TemplateDialog({ about, onClose }: TemplateDialogProps) {
  const t = useText()
  const { brand } = usePage()
  const problem = about instanceof ApiError ? about : null
  const name = about instanceof ApiError ? templateOfFailure(about) : about
  const template = useMemo(() => (name === null ? null : modalTemplate(name)), [name])
  const isGeneric = template?.name === 'login-generic-error'
  const isWithoutSso = template?.name === 'login-wrong-site' && findSso(problem) === null
  // ER-10: clears everything left by an incomplete session.
  useEffect(() => {
    if (isGeneric) clearSession()
  }, [isGeneric])

  const phone = (id: Parameters<typeof RichText>[0]['id']) => (
    <RichText
      id={id}
      values={{ hours: brand.customerServiceHours }}
      elements={{ phone: () => <PhoneLink className={styles.phone} /> }}
    />
  )
  return (
    <Dialog
      size="small"
      open={template !== null}
      closeable={template?.closeable ?? true}
      onClose={onClose}
      title={template && t(template.title)}
      actions={template && <Actions name={template.name} problem={problem} onClose={onClose} />}
    >
      {template && (
        <div className={styles.text} data-template={template.name}>
          <p>{isGeneric ? t(template.text) : phone(isWithoutSso ? 'loginError.wrongSite.alone' : template.text)}</p>
          {isGeneric && <p>{phone('loginError.critical.support')}</p>}
          {isGeneric && problem && <MoreInformation problem={problem} />}
        </div>
      )}
    </Dialog>
  )
}

/** The sign-in page for such people, if the refusal names one (ER-3): the server knows its address. */
function findSso(problem: ApiError | null): string | null {
  const [, sso, audience] = problem?.entries ?? []
  return sso?.errorMessage === 'SSO' ? `/sso?for=${audience?.errorMessage ?? 'staff'}` : null
}

interface ActionsProps {
  readonly name: TemplateName
  readonly problem: ApiError | null
  readonly onClose: () => void
}

function Actions({ name, problem, onClose }: ActionsProps) {
  const t = useText()
  const demoBrand = problem?.entries[1]?.errorMessage
  const sso = findSso(problem)
  switch (name) {
    case 'forced-password':
      return <ChangePasswordButton />
    case 'login-wrong-site':
      return (
        <>
          {sso && <ButtonLink to={sso}>{t('loginError.continue')}</ButtonLink>}
          <CloseButton variant={sso ? 'quiet' : 'primary'} onClose={onClose} />
        </>
      )
    case 'login-demo-user':
      return (
        <>
          {demoBrand !== undefined && <LeadToPortal brand={demoBrand} />}
          <CloseButton variant="quiet" onClose={onClose} />
        </>
      )
    case 'login-chip-under14':
    case 'login-chip-over14':
      return (
        <>
          <ButtonLink to={links.screen('guardian')}>{t('loginError.guardian')}</ButtonLink>
          <CloseButton variant="quiet" onClose={onClose} />
        </>
      )
    case 'login-invalid':
    case 'login-suspended':
      return (
        <>
          <CloseButton onClose={onClose} again={name === 'login-invalid'} />
          <ButtonLink variant="quiet" to={links.screen('forgot-password')}>
            {t('loginError.forgotPassword')}
          </ButtonLink>
        </>
      )
    default:
      return <CloseButton onClose={onClose} />
  }
}

/** Leads to another brand's portal (ER-2); the answer has only that brand's code. The button is for people who would otherwise wait. */
function LeadToPortal({ brand }: { readonly brand: string }) {
  const t = useText()
  const { stubs } = usePage()
  const portal = `/portal/${encodeURIComponent(brand)}`
  useEffect(() => {
    // In stub mode there is no other portal.
    if (!stubs) location.assign(portal)
  }, [stubs, portal])
  return <ButtonLink to={portal}>{t('loginError.continue')}</ButtonLink>
}

/** The requested page is remembered for afterwards. */
function ChangePasswordButton() {
  const t = useText()
  const { href, match } = useNavigation()
  const go = () => {
    if (isAskedFor(match)) keepDestination()
    loadPage(href(links.screen('change-password')))
  }
  return <Button onClick={go}>{t('loginError.changePassword')}</Button>
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

/** The error's own message, for technical support (HT-3). */
function MoreInformation({ problem }: { readonly problem: ApiError }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t('http.moreInformation')}
      </Button>
      {shown && <p>{httpErrorText(problem, t)}</p>}
      {shown && problem.requestId !== null && <p>{t('http.requestId', { id: problem.requestId })}</p>}
    </>
  )
}
