import { useEffect, useState } from 'react'
import { useNavigation } from '../router/navigation.ts'
import { changePassword } from '../router/routes.ts'
import { isPasswordSet } from '../session/password-marker.ts'
import { loadCatalogues } from '../texts/load-catalogues.ts'
import { useTexts } from '../texts/text.tsx'
import { TemplateDialog } from './template-dialog.tsx'

/** Asks for a new password on every page but the one to change it on, unless it was set in this tab already (SI-7). */
export function PasswordDue() {
  const texts = useTexts()
  const { match } = useNavigation()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    loadCatalogues(['errors'], texts.language).then(
      (catalogue) => {
        texts.add(catalogue)
        setReady(true)
      },
      () => {},
    )
  }, [texts])
  const isThere = match.views.some(({ view }) => view === changePassword.view)
  return ready && <TemplateDialog about={isThere || isPasswordSet() ? null : 'forced-password'} onClose={() => {}} />
}
