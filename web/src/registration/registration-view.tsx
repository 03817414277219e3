import type { View, ViewProps } from '../router/view.ts'
import { Confirm } from './confirm.tsx'
import { Registration } from './registration.tsx'

/** Registration of members and visitors, and the end of it by the link of an e-mail (RG-1). */
function RegistrationScreens({ variant }: ViewProps) {
  return variant === 'confirm' ? <Confirm /> : <Registration />
}

export const view: View = { title: 'registration.title', Component: RegistrationScreens }
