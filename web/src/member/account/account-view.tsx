import {
  AppWindow,
  Bell,
  ChevronDown,
  Contact as Contact2,
  FileDown,
  Handshake,
  History,
  MonitorSmartphone,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { ConnectedApps } from '../../shared/app-parts/connected-apps.tsx'
import { Devices } from '../../shared/security/devices.tsx'
import { Security } from '../../shared/security/security.tsx'
import { People } from '../people/people.tsx'
import styles from './account-view.module.css'
import { Activity } from './activity.tsx'
import { Contact } from './contact.tsx'
import { Notifications } from './notifications.tsx'
import { OwnData } from './own-data.tsx'
import { SharingChoices } from './sharing.tsx'

/** The sections of the account settings by the segment of their address. */
const sections = [
  { segment: 'security', icon: ShieldCheck, title: 'account.security.title', Section: Security },
  { segment: 'contact', icon: Contact2, title: 'account.contact.title', Section: Contact },
  { segment: 'devices', icon: MonitorSmartphone, title: 'account.devices.title', Section: Devices },
  { segment: 'people', icon: Users, title: 'account.people.title', Section: People, person: true },
  { segment: 'apps', icon: AppWindow, title: 'account.apps.title', Section: ConnectedApps, person: true },
  { segment: 'sharing', icon: Handshake, title: 'account.sharing.title', Section: SharingChoices, member: true },
  { segment: 'activity', icon: History, title: 'account.activity.title', Section: Activity },
  { segment: 'data', icon: FileDown, title: 'account.data.title', Section: OwnData },
  { segment: 'notifications', icon: Bell, title: 'account.notifications.title', Section: Notifications, member: true },
] as const

/** Account settings (RG-3): the list of sections, and the one that the address names. */
function Account({ variant }: ViewProps) {
  const t = useText()
  const { session } = usePage()
  const shown = sections.filter(
    (section) =>
      !('member' in section && session?.role !== 'MEMBER') &&
      !('person' in section && !['MEMBER', 'PROS', 'VISITOR'].includes(session?.role ?? '')),
  )
  const { Section, title: current } = sections.find(({ segment }) => segment === variant) ?? sections[0]
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div className={styles.view}>
      <aside className={styles.side}>
        <nav aria-label={t('account.title')}>
          <p className={styles.title} aria-hidden="true">
            {t('account.title')}
          </p>
          <button type="button" className={styles.fold} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {t(current)}
            <ChevronDown aria-hidden="true" className={styles.chevron} />
          </button>
          <ul className={styles.list}>
            {shown.map(({ segment, icon: Icon, title }) => (
              <li key={segment}>
                <Link
                  to={links.account(segment)}
                  className={styles.section}
                  aria-current={segment === variant ? 'page' : undefined}
                  onClick={() => setUnfolded(false)}
                >
                  <Icon aria-hidden="true" />
                  {t(title)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className={styles.content}>
        <Section />
      </div>
    </div>
  )
}

export const view: View = { title: 'account.title', Component: Account }
