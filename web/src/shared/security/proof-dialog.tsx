import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { stepUp, stepUpOptions } from '@portico/contract/calls/account-security'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { type Action, useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { loadCatalogues } from '../../base/texts/load-catalogues.ts'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { HiddenLoginId } from '../../kit/forms/hidden-login-id.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

type Options = PayloadOf<typeof stepUpOptions>
type Proof = BodyOf<typeof stepUp>

export interface ProofDialogProps {
  /** Called with whether the person has proven who they are, so that their action can be tried again. */
  readonly onDone: (given: boolean) => void
}

const problems = {
  'GEN-NOMATCH': 'secondFactor.passwordWrong',
  'GEN-SUSPEND': 'secondFactor.locked',
  'password.due-there': 'secondFactor.passwordDue',
  'CODE-WRONG': 'secondFactor.codeWrong',
  'TOO-MANY-REQUESTS': 'secondFactor.tooMany',
  'PASSKEY-UNKNOWN': 'secondFactor.passkeyUnknown',
  'CHALLENGE-EXPIRED': 'secondFactor.passkeyStopped',
  NotAllowedError: 'secondFactor.passkeyStopped',
} as const

/** Asks the signed-in person to prove who they are again, before a sensitive change. */
export function ProofDialog({ onDone }: ProofDialogProps) {
  const texts = useTexts()
  const load = useCallback(async () => {
    const [options, catalogue] = await Promise.all([
      api.call(stepUpOptions),
      loadCatalogues(['errors'], texts.language),
    ])
    texts.add(catalogue)
    return options
  }, [texts])
  const options = useLoaded(load)
  const t = useText()
  const formId = useId()
  const [early, setEarly] = useState(false)
  const proving = useAction(problems, 'secondFactor.failed')
  const prove = async (makeProof: () => Promise<Proof> | Proof) => {
    const given = await proving.run(async () => {
      await api.call(stepUp, { body: await makeProof() })
    })
    if (given) onDone(true)
    // A passkey challenge can be used only once.
    else options.reload()
  }
  /** Whether they have confirmed at their provider, in its own tab, since this dialog was opened. */
  const lookThere = (before: string) =>
    proving.run(async () => {
      const { authenticatedAt } = await api.call(stepUpOptions)
      setEarly(authenticatedAt === before)
      if (authenticatedAt !== before) onDone(true)
    })
  const close = () => onDone(false)
  if (options.value === null) {
    return (
      <Dialog size="small" open onClose={close} title={t(options.failed ? 'ui.error.title' : 'shell.loading')}>
        {options.failed ? <ErrorState onRetry={options.reload} /> : <Skeleton shape="title" />}
      </Dialog>
    )
  }
  const { authenticatedAt, provider, password, code } = options.value
  return (
    <Dialog
      key="ready"
      size="small"
      open
      onClose={close}
      title={t('secondFactor.proof.title')}
      actions={
        <>
          {provider && (
            <Button busy={proving.busy} onClick={() => lookThere(authenticatedAt)}>
              {t('secondFactor.proof.providerGoOn')}
            </Button>
          )}
          {(password || code) && (
            <Button type="submit" form={formId} busy={proving.busy}>
              {t('secondFactor.proof.confirm')}
            </Button>
          )}
          <Button variant="quiet" onClick={close}>
            {t('secondFactor.proof.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('secondFactor.proof.text')}</p>
      {provider && <ByProvider provider={provider} problem={early ? 'secondFactor.proof.providerNotYet' : null} />}
      <Ways formId={formId} options={options.value} proving={proving} onProve={prove} />
    </Dialog>
  )
}

interface ByProviderProps {
  readonly provider: NonNullable<Options['provider']>
  readonly problem: MessageId | null
}

/** Leads to the provider's sign-in, in its own tab, so that nothing here is lost. */
function ByProvider({ provider: { name, to }, problem }: ByProviderProps) {
  const t = useText()
  return (
    <>
      <p>{t('secondFactor.proof.providerText', { name })}</p>
      <ButtonLink to={to} target="_blank" variant="secondary" data-focus>
        {t('secondFactor.proof.provider', { name })}
        <VisuallyHidden> {t('shell.newWindow')}</VisuallyHidden>
      </ButtonLink>
      <Problem text={problem} />
    </>
  )
}

interface WaysProps {
  readonly formId: string
  readonly options: Options
  readonly proving: Action
  readonly onProve: (makeProof: () => Promise<Proof> | Proof) => void
}

/** The password if it is enough, or a code if an authenticator app is set up; a passkey if the person has one for this host. */
function Ways({ formId, options, proving, onProve }: WaysProps) {
  const t = useText()
  const { session } = usePage()
  const { passkey, code, password, provider } = options
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('proof') ?? '')
    onProve(() => (code ? { code: typed } : { password: typed }))
  }
  const byPasskey = (optionsJSON: NonNullable<Options['passkey']>) =>
    onProve(async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      return { credential: await startAuthentication({ optionsJSON }) }
    })
  const field = {
    name: 'proof',
    error: proving.problem && t(proving.problem),
    'data-focus': true,
    required: true,
  } as const
  return (
    <>
      {passkey && (
        <Button
          variant="secondary"
          icon={<KeyRound aria-hidden="true" />}
          busy={proving.busy}
          onClick={() => byPasskey(passkey)}
        >
          {t('secondFactor.proof.passkey')}
        </Button>
      )}
      {code || password ? (
        <form id={formId} noValidate onSubmit={submit}>
          <HiddenLoginId loginId={session?.logonId ?? ''} />
          {code ? (
            <TextField
              {...field}
              label={t('secondFactor.code')}
              hint={t('secondFactor.proof.codeHint')}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
            />
          ) : (
            <PasswordField {...field} label={t('secondFactor.proof.password')} autoComplete="current-password" />
          )}
        </form>
      ) : (
        <Problem text={proving.problem ?? (passkey || provider ? null : 'secondFactor.proof.elsewhere')} />
      )}
    </>
  )
}
