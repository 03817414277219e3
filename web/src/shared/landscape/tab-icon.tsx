import type { Tab } from '@portico/rules/tabs/types'
import {
  ChartPie,
  CreditCard,
  Eye,
  FileText,
  HeartPulse,
  House,
  LayoutList,
  LogIn,
  type LucideIcon,
  Pill,
  ReceiptText,
  ShieldCheck,
  ShoppingCart,
  Smile,
  Stethoscope,
  Wallet,
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  'chart-pie': ChartPie,
  'credit-card': CreditCard,
  eye: Eye,
  'file-text': FileText,
  'heart-pulse': HeartPulse,
  house: House,
  'layout-list': LayoutList,
  'log-in': LogIn,
  pill: Pill,
  'receipt-text': ReceiptText,
  'shield-check': ShieldCheck,
  'shopping-cart': ShoppingCart,
  smile: Smile,
  stethoscope: Stethoscope,
  wallet: Wallet,
}

/** A tab's icon (HD-2); an unknown name shows a sheet of paper. */
export function TabIcon({ tab }: { readonly tab: Pick<Tab, 'icon'> }) {
  const Icon = icons[tab.icon] ?? FileText
  return <Icon aria-hidden="true" />
}
