import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { useArea } from '../../base/texts/use-areas.ts'
import { credentialScreen } from './credential-screens.ts'
import { CredentialWatch } from './credential-watch.tsx'
import { SignedInWatch } from './signed-in-watch.tsx'

/** Guards what is on the page (SE): a signed-in person's data, or the credentials that someone types. */
export function SessionWatch() {
  const page = usePage()
  const { session } = page
  const { match } = useNavigation()
  const hasTexts = useArea('session')
  const screen = session ? null : credentialScreen(match, page)
  return (
    // The main area stretches its children, which would distort a dialog.
    <div>
      {session && <SignedInWatch session={session} hasTexts={hasTexts} />}
      {screen && <CredentialWatch key={screen} screen={screen} hasTexts={hasTexts} />}
    </div>
  )
}
