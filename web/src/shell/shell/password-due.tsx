import { useNavigation } from '../../base/router/navigation.ts'
import { changePassword } from '../../base/router/routes.ts'
import { useArea } from '../../base/texts/use-areas.ts'
import { isPasswordSet } from '../../session/session/password-marker.ts'
import { TemplateDialog } from '../../session/session/template-dialog.tsx'

/** Requires a new password on every page except the one to change it on, unless it was already set in this browser tab (SI-7). */
export function PasswordDue() {
  const { match } = useNavigation()
  const ready = useArea('errors')
  const isThere = match.views.some(({ view }) => view === changePassword.view)
  return ready && <TemplateDialog about={isThere || isPasswordSet() ? null : 'forced-password'} onClose={() => {}} />
}
