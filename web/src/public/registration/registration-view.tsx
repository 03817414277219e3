import type { View, ViewProps } from '../../base/router/view.ts'
import { Confirm } from './confirm.tsx'
import { GuardianSignIn } from './guardian-sign-in.tsx'
import { Registration } from './registration.tsx'
import { Resume } from './resume.tsx'

/** Registration of members and visitors, the links in its e-mails (RG-1), and guardians at sign-in (ER-5). */
function RegistrationScreens({ variant }: ViewProps) {
  if (variant === 'guardian') return <GuardianSignIn />
  if (variant === 'resume') return <Resume />
  return variant === 'confirm' ? <Confirm /> : <Registration />
}

export const view: View = { title: 'registration.title', Component: RegistrationScreens }
