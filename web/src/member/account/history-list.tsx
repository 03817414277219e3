import type { PayloadOf } from '@portico/contract/call'
import type { accessHistory } from '@portico/contract/calls/account-security'
import {
  AppWindow,
  Download,
  Headset,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  UserRoundPen,
  Users,
} from 'lucide-react'
import type { Ref } from 'react'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { deviceName } from '../../shared/security/device-name.ts'
import styles from './history-list.module.css'

export type HistoryEvent = PayloadOf<typeof accessHistory>['events'][number]
type Kind = HistoryEvent['kind']

const icons: Readonly<Record<Kind, LucideIcon>> = {
  'account-opened': UserRoundPen,
  'signed-in': LogIn,
  'signed-out': LogOut,
  'signed-out-elsewhere': LogOut,
  'timed-out': LogOut,
  'sign-in-refused': ShieldAlert,
  'sign-in-locked': ShieldAlert,
  'sign-in-locked-by-staff': ShieldAlert,
  'sign-in-failed': ShieldAlert,
  'code-asked': Smartphone,
  'code-refused': ShieldAlert,
  'recovery-code-used': Smartphone,
  confirmed: ShieldCheck,
  'confirm-refused': ShieldAlert,
  'password-changed': KeyRound,
  'recovery-asked': MessageCircleQuestion,
  'recovery-refused': ShieldAlert,
  'password-recovered': KeyRound,
  'questions-chosen': MessageCircleQuestion,
  'profile-changed': UserRoundPen,
  'data-downloaded': Download,
  'email-asked': Mail,
  'email-withdrawn': Mail,
  'email-changed': Mail,
  'notifications-changed': UserRoundPen,
  'sharing-changed': UserRoundPen,
  'passkey-added': KeyRound,
  'passkey-renamed': KeyRound,
  'passkey-removed': KeyRound,
  'authenticator-on': Smartphone,
  'authenticator-off': Smartphone,
  'recovery-codes-made': Smartphone,
  'device-remembered': MonitorSmartphone,
  'device-forgotten': MonitorSmartphone,
  'access-invited': Users,
  'access-changed': Users,
  'access-accepted': Users,
  'access-declined': Users,
  'access-ended': Users,
  'app-connected': AppWindow,
  'app-changed': AppWindow,
  'app-declined': AppWindow,
  'app-ended': AppWindow,
  'person-accepted': Users,
  'person-declined': Users,
  'person-ended-access': Users,
  'person-began': Users,
  'person-ended': Users,
  'person-viewed-overview': Users,
  'person-viewed-messages': Users,
  'person-viewed': Users,
  'person-changed': Users,
  'staff-began': Headset,
  'staff-ended': Headset,
  'staff-viewed-overview': Headset,
  'staff-viewed-messages': Headset,
  'staff-answered': Headset,
  'staff-changed': Headset,
  'staff-viewed': Headset,
}

/** Events that deserve a second look: it may have been someone else. */
const warnings: readonly Kind[] = [
  'sign-in-refused',
  'sign-in-locked',
  'sign-in-locked-by-staff',
  'sign-in-failed',
  'code-refused',
  'confirm-refused',
  'recovery-asked',
  'recovery-refused',
  'password-recovered',
]

/** Events of the account, newest first, in plain words. */
export function HistoryList({
  events,
  ref,
}: {
  readonly events: readonly HistoryEvent[]
  readonly ref?: Ref<HTMLOListElement>
}) {
  const t = useText()
  return (
    <ol ref={ref} className={styles.events} aria-label={t('account.activity.title')}>
      {events.map((event) => (
        <Event key={event.eventId} event={event} />
      ))}
    </ol>
  )
}

function Event({ event }: { readonly event: HistoryEvent }) {
  const t = useText()
  const { kind, at, method, device, address, person, reason } = event
  const Icon = icons[kind]
  const isStaff = kind.startsWith('staff-')
  const unnamed = t(isStaff ? 'account.customer-service' : 'account.somebody')
  const who = isStaff && person !== null ? t('account.customer-service-by', { name: person }) : (person ?? unnamed)
  const details = [
    reason && t('account.activity.reason', { reason }),
    method && t(`account.method.${method}`),
    device && deviceName(device, t),
    address && t('account.activity.address', { address }),
  ]
  return (
    <li className={styles.event} data-warning={warnings.includes(kind) || undefined}>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <p className={styles.what}>{t(`account.event.${kind}`, { person: who })}</p>
        <p className={lettering.small}>{details.filter(Boolean).join(' · ')}</p>
      </div>
      <MomentText at={at} className={styles.when} />
    </li>
  )
}
