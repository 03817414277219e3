import type { DeviceKind } from '@portico/rules/account-security/device'
import { Monitor, Smartphone, Tablet, Terminal } from 'lucide-react'

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet, program: Terminal } as const

export function DeviceIcon({ kind }: { readonly kind: DeviceKind }) {
  const Icon = icons[kind]
  return <Icon aria-hidden="true" />
}
