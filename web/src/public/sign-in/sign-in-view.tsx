import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigation, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { loadCatalogues } from '../../base/texts/load-catalogues.ts'
import { type Texts, useText, useTexts } from '../../base/texts/text.tsx'
import type { TemplateDialogProps } from '../../session/session/template-dialog.tsx'
import { clearUserData } from '../../session/session/user-data.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { type Offer, offers } from './offers.ts'
import type { OtherWaysProps } from './other-ways.tsx'
import type { SignInOutcome } from './sign-in.ts'
import form from './sign-in-form.module.css'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-view.module.css'

const arrival = createPart(async () => (await import('./arrival-notice.tsx')).ArrivalNotice)
const otherWays = createPart(async () => (await import('./other-ways.tsx')).OtherWays)

interface SignInPageProps {
  readonly title: MessageId
  readonly welcome: MessageId
  /** For people without a login ID. */
  readonly newcomers: ReactNode
  readonly offers: readonly Offer[]
}

/** The sign-in screen (SI-1): the form, then a code if one is required, and the brand's offers next to it. */
export function SignInPage({ title, welcome, newcomers, offers: offered }: SignInPageProps) {
  const t = useText()
  const texts = useTexts()
  const page = usePage()
  const navigation = useNavigation()
  const { view: first } = page
  const [told, setTold] = useState<TemplateDialogProps['about']>(null)
  const [TemplateDialog, setTemplateDialog] = useState<ComponentType<TemplateDialogProps> | null>(null)
  const [offline, setOffline] = useState(false)
  const [step, setStep] = useState<Pick<OtherWaysProps, 'asked' | 'expired'>>({ asked: null, expired: false })
  const { notice } = useRoute().query

  // Someone who has to sign in no longer has a session: clears whatever is left of the last one in this browser tab (SO-5).
  useEffect(clearUserData, [])

  const unreachable = () => setOffline(true)
  const tell = async (what: ApiError | 'forced-password') => {
    try {
      const loaded = await loadDialog(texts)
      setTemplateDialog(() => loaded)
      setTold(what)
    } catch {
      unreachable()
    }
  }
  const prepare = () => {
    Promise.all([import('./submit.ts'), loadDialog(texts)]).catch(() => {})
  }
  const goOn = async (outcome: SignInOutcome) => {
    if (outcome === 'forced-password') tell(outcome)
    else (await import('./submit.ts')).arrive(page, navigation)
  }

  const ways = { onSignedIn: goOn, onProblem: tell }
  const goBack = (expired: boolean) => setStep({ asked: null, expired })
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <div className={styles.column}>
          {step.asked && <LazyPart part={otherWays} props={{ ...ways, ...step, onBack: goBack }} />}
          {/* The typed values stay for people who return from the code. */}
          <div hidden={step.asked !== null}>
            <h1>{t(title)}</h1>
            <p className={styles.welcome}>{t(welcome)}</p>
            {notice && <LazyPart part={arrival} props={{ notice }} />}
            <SignInForm
              newcomers={newcomers}
              onFocus={prepare}
              onSubmit={() => setOffline(false)}
              onProblem={(problem) =>
                problem.code === 'SECOND-FACTOR-REQUIRED'
                  ? otherWays.load().then(() => setStep({ asked: problem, expired: false }), unreachable)
                  : tell(problem)
              }
              onSignedIn={goOn}
            >
              <div className={first.name === 'sign-in' && first.passkeys ? styles.otherWays : undefined}>
                <LazyPart part={otherWays} props={{ ...ways, asked: null, expired: step.expired, onBack: goBack }} />
              </div>
            </SignInForm>
          </div>
          <p role="alert" className={styles.unreachable}>
            {offline && t('signIn.unreachable')}
          </p>
        </div>
      </div>
      <BrandPanel offers={offered} />
      {TemplateDialog && <TemplateDialog about={told} onClose={() => setTold(null)} />}
    </div>
  )
}

/** The modal and its texts load while the form is being filled in, so that they are ready when needed. */
async function loadDialog(texts: Texts) {
  const [{ TemplateDialog }, catalogue] = await Promise.all([
    import('../../session/session/template-dialog.tsx'),
    loadCatalogues(['errors', 'validation'], texts.language),
  ])
  texts.add(catalogue)
  return TemplateDialog
}

/** The sign-in of members and visitors. */
function SignIn() {
  const t = useText()
  const newcomers = (
    <>
      {t('signIn.new')}{' '}
      <Link to={links.register()} className={form.register}>
        {t('signIn.register')}
      </Link>
    </>
  )
  return <SignInPage title="signIn.title" welcome="signIn.welcome" newcomers={newcomers} offers={offers} />
}

export const view: View = { title: 'signIn.title', Component: SignIn }
