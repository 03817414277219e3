import { useNavigation } from '../router/navigation.ts'
import { changePassword } from '../router/routes.ts'
import { isPasswordSet } from '../session/password-marker.ts'
import { useArea } from '../texts/use-areas.ts'
import { TemplateDialog } from './template-dialog.tsx'

/** Requires a new password on every page except the one to change it on, unless it was already set in this browser tab (SI-7). */
export function PasswordDue() {
  const { match } = useNavigation()
  const ready = useArea('errors')
  const isThere = match.views.some(({ view }) => view === changePassword.view)
  return ready && <TemplateDialog about={isThere || isPasswordSet() ? null : 'forced-password'} onClose={() => {}} />
}
