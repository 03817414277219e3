import { useEffect, useState } from 'react'
import { usePage } from '../page-state.tsx'
import { useNavigation } from '../router/navigation.ts'
import { loadCatalogues } from '../texts/load-catalogues.ts'
import { useTexts } from '../texts/text.tsx'
import { credentialScreen } from './credential-screens.ts'
import { CredentialWatch } from './credential-watch.tsx'
import { SignedInWatch } from './signed-in-watch.tsx'

/** Guards what is on the page (SE): a signed-in person's data, or the credentials that someone types. */
export function SessionWatch() {
  const { session } = usePage()
  const { match } = useNavigation()
  const hasTexts = useSessionTexts()
  const screen = session ? null : credentialScreen(match)
  return (
    // The main area stretches what is in it, which a dialog is not meant for.
    <div>
      {session && <SignedInWatch session={session} hasTexts={hasTexts} />}
      {screen && <CredentialWatch key={screen} isLong={screen === 'long'} hasTexts={hasTexts} />}
    </div>
  )
}

/** Whether the texts are there; what guards the page does not wait for them. */
function useSessionTexts(): boolean {
  const texts = useTexts()
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(() => {
    loadCatalogues(['session'], texts.language).then(
      (catalogue) => {
        texts.add(catalogue)
        setHasTexts(true)
      },
      () => {},
    )
  }, [texts])
  return hasTexts
}
