import { PERSON_ROLES } from '@portico/rules/roles'
import { LogOut, Mail, Settings, Users } from 'lucide-react'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { MenuAction, MenuLink } from '../../ui/menu.tsx'
import styles from './account-menu.module.css'
import type { AccountProps } from './account-menu.tsx'
import { GroupChoices } from './group-choices.tsx'

/** The panel of the account menu. */
export function AccountPanel({ session, logout }: AccountProps) {
  const t = useText()
  return (
    <>
      <AccountItems session={session} />
      <div className={styles.end}>
        <MenuAction icon={<LogOut aria-hidden="true" />} onPress={logout.run}>
          {t('shell.logout')}
        </MenuAction>
      </div>
    </>
  )
}

/** The same for the menu of narrow screens. */
export function AccountItems({ session }: Pick<AccountProps, 'session'>) {
  const t = useText()
  const { firstName, lastName, logonId, groups } = session
  const mayRead = useMay('messages')
  // Settings belong to each person: there are none while viewing someone else's information (RG-3).
  const isViewing = session.simulation?.scopes != null
  return (
    <>
      <p className={styles.person}>
        <strong>{`${firstName} ${lastName}`.trim()}</strong>
        <span>{t('shell.signedInAs', { name: logonId })}</span>
      </p>
      {session.role === 'MEMBER' && mayRead && (
        <MenuLink to={links.screen('message-center')} icon={<Mail aria-hidden="true" />}>
          {t('shell.messages')}
        </MenuLink>
      )}
      {!isViewing && (
        <MenuLink to={links.account()} icon={<Settings aria-hidden="true" />}>
          {t('shell.accountSettings')}
        </MenuLink>
      )}
      {!isViewing && PERSON_ROLES.some((role) => role === session.role) && (
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
