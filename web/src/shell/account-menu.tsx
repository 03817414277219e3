import type { SessionView } from '@portico/contract/page'
import { LogOut, Mail, Settings } from 'lucide-react'
import { useText } from '../messages/text.tsx'
import { links } from '../router/links.ts'
import { Badge } from '../ui/badge.tsx'
import { Menu, MenuAction, MenuLink } from '../ui/menu.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useUnreadCount } from '../unread-count.ts'
import styles from './account-menu.module.css'
import { GroupChoices } from './groups.tsx'
import { UnreadBadge } from './unread-badge.tsx'
import type { Logout } from './use-logout.ts'

interface AccountProps {
  readonly session: SessionView
  readonly logout: Logout
}

/** The signed-in person's own things (HD-1). */
export function AccountMenu({ session, logout }: AccountProps) {
  const t = useText()
  return (
    <Menu
      popup
      label={
        <>
          {shortName(session)}
          <VisuallyHidden>{t('shell.account')}</VisuallyHidden>
          <UnreadBadge />
        </>
      }
      buttonClassName={styles.button}
    >
      <AccountItems session={session} />
      <div className={styles.end}>
        <MenuAction icon={<LogOut aria-hidden="true" />} onPress={logout.run}>
          {t('shell.logout')}
        </MenuAction>
      </div>
    </Menu>
  )
}

/** The same for the menu of narrow screens. */
export function AccountItems({ session }: Pick<AccountProps, 'session'>) {
  const t = useText()
  const { firstName, lastName, logonId, groups } = session
  const unreadCount = useUnreadCount()
  return (
    <>
      <p className={styles.person}>
        <strong>{`${firstName} ${lastName}`.trim()}</strong>
        <span>{t('shell.signedInAs', { name: logonId })}</span>
      </p>
      {session.role === 'MEMBER' && (
        <MenuLink to={links.messageCenter()} icon={<Mail aria-hidden="true" />}>
          {t('shell.messages')}{' '}
          {unreadCount > 0 && <Badge tone="brand">{t('shell.unread', { count: unreadCount })}</Badge>}
        </MenuLink>
      )}
      <MenuLink to={links.account()} icon={<Settings aria-hidden="true" />}>
        {t('shell.accountSettings')}
      </MenuLink>
      {groups.length > 1 && (
        <div className={styles.groups}>
          <p className={styles.heading}>{t('shell.chooseGroup')}</p>
          <GroupChoices groups={groups} />
        </div>
      )}
    </>
  )
}

function shortName({ firstName, lastName, logonId }: SessionView): string {
  const initial = lastName === '' ? '' : ` ${[...lastName][0]}.`
  return firstName === '' ? logonId : `${firstName}${initial}`
}
