import { passkeySignIn, passkeySignInOptions } from '@portico/contract/calls/account-security'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { isPasskeyHere, notePasskeyHere } from '../../session/session/passkey-here.ts'
import { Button } from '../../ui/button.tsx'
import styles from './passkey-sign-in.module.css'
import { concludeSignIn, type SignInOutcome, type SignInPlace } from './sign-in.ts'

export interface PasskeySignInProps {
  readonly onSignedIn: (outcome: SignInOutcome) => void
  readonly onProblem: (problem: ApiError) => void
}

/**
 * Signing in with a passkey (RG-4): with the button or, if one was made or used in this browser, from the list that the browser
 * shows in the login ID field. Other browsers make no calls for this.
 */
export function PasskeySignIn({ onSignedIn, onProblem }: PasskeySignInProps) {
  const t = useText()
  const page = usePage()
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<MessageId | null>(null)
  const told = useRef({ onSignedIn, page })
  told.current = { onSignedIn, page }

  useEffect(() => {
    if (!isPasskeyHere()) return
    chooseInField(told.current).then(
      (outcome) => outcome && told.current.onSignedIn(outcome),
      // No one has asked for the list, so only the result of choosing from it is shown.
      (error: unknown) => readErrorCode(error) === 'PASSKEY-UNKNOWN' && setNote('secondFactor.passkeyUnknown'),
    )
  }, [])

  const press = async () => {
    if (busy) return
    setBusy(true)
    setNote(null)
    try {
      onSignedIn(await signInWithPasskey({ page }))
    } catch (error) {
      setBusy(false)
      const code = readErrorCode(error)
      if (code === 'PASSKEY-UNKNOWN') setNote('secondFactor.passkeyUnknown')
      else if (error instanceof ApiError && code !== 'CHALLENGE-EXPIRED') onProblem(error)
      else setNote('secondFactor.passkeyStopped')
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        icon={<KeyRound aria-hidden="true" />}
        className={styles.button}
        onClick={press}
      >
        {t('secondFactor.signInWithPasskey')}
      </Button>
      <p role="status" className={styles.note}>
        {note && t(note)}
      </p>
    </>
  )
}

function readErrorCode(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null
}

/** Null if the browser does not show passkeys in its lists. */
async function chooseInField(place: SignInPlace): Promise<SignInOutcome | null> {
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
  return (await browserSupportsWebAuthnAutofill()) ? signInWithPasskey(place, { useBrowserAutofill: true }) : null
}

/** Throws ApiError, or the platform's error if the person cancels. */
async function signInWithPasskey(place: SignInPlace, how: { readonly useBrowserAutofill?: boolean } = {}) {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.call(passkeySignInOptions),
  ])
  const credential = await startAuthentication({ optionsJSON, ...how })
  const answer = await api.call(passkeySignIn, { body: { credential } })
  notePasskeyHere()
  return concludeSignIn(answer, place)
}
