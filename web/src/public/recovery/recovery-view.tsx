import type { View, ViewProps } from '../../base/router/view.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { ForgotUsername } from './forgot-username.tsx'
import { NewPassword } from './new-password.tsx'

const screens = { username: ForgotUsername, password: ForgotPassword, new: NewPassword } as const

/** The ways to recover a login ID or password (RG-2). They lead to each other, so they are loaded together. */
function Recovery({ variant }: ViewProps) {
  const Screen = screens[variant as keyof typeof screens] ?? ForgotPassword
  return <Screen />
}

export const view: View = { title: 'recovery.password.title', Component: Recovery }
