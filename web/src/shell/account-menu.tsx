import type { SessionView } from '@portico/contract/page'
import type { Role } from '@portico/rules/roles'
import { LogOut, Mail, Settings, Users } from 'lucide-react'
import { useMay } from '../acting/use-may.ts'
import { useText } from '../messages/text.tsx'
import { useNickName } from '../nick-name.ts'
import { links } from '../router/links.ts'
import { Menu, MenuAction, MenuLink } from '../ui/menu.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './account-menu.module.css'
import { GroupChoices } from './groups.tsx'
import type { Logout } from './use-logout.ts'

/** Who can let others see what is theirs, or be let. */
const people: readonly Role[] = ['MEMBER', 'PROS', 'VISITOR']

interface AccountProps {
  readonly session: SessionView
  readonly logout: Logout
}

/** The signed-in person's own things (HD-1). */
export function AccountMenu({ session, logout }: AccountProps) {
  const t = useText()
  const nickName = useNickName()
  return (
    <Menu
      popup
      label={
        <>
          <bdi className={styles.name}>{nickName ?? shortName(session)}</bdi>
          <VisuallyHidden>{t('shell.account')}</VisuallyHidden>
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
  const mayRead = useMay('messages')
  // Settings are everyone's own: there are none to see while looking at another's information (RG-3).
  const isViewing = session.simulation?.scopes != null
  return (
    <>
      <p className={styles.person}>
        <strong>{`${firstName} ${lastName}`.trim()}</strong>
        <span>{t('shell.signedInAs', { name: logonId })}</span>
      </p>
      {session.role === 'MEMBER' && mayRead && (
        <MenuLink to={links.messageCenter()} icon={<Mail aria-hidden="true" />}>
          {t('shell.messages')}
        </MenuLink>
      )}
      {!isViewing && (
        <MenuLink to={links.account()} icon={<Settings aria-hidden="true" />}>
          {t('shell.accountSettings')}
        </MenuLink>
      )}
      {!isViewing && people.includes(session.role) && (
        <MenuLink to={links.account('people')} icon={<Users aria-hidden="true" />}>
          {t('shell.people')}
        </MenuLink>
      )}
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
