import type { SessionView } from '@portico/contract/page'
import { useNickName } from '../../base/nick-name.ts'
import { useText } from '../../base/texts/text.tsx'
import type { Logout } from '../../session/sign-out/use-logout.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './account-menu.module.css'

const panel = createPart(async () => (await import('./account-items.tsx')).AccountPanel)

export interface AccountProps {
  readonly session: SessionView
  readonly logout: Logout
}

/** The signed-in person's menu (HD-1). */
export function AccountMenu(props: AccountProps) {
  const t = useText()
  const nickName = useNickName()
  return (
    <Menu
      popup
      label={
        <>
          <bdi className={styles.name}>{nickName ?? shortName(props.session)}</bdi>
          <VisuallyHidden>{t('shell.account')}</VisuallyHidden>
        </>
      }
      buttonClassName={styles.button}
    >
      <LazyPart part={panel} props={props} />
    </Menu>
  )
}

function shortName({ firstName, lastName, logonId }: SessionView): string {
  const initial = lastName === '' ? '' : ` ${[...lastName][0]}.`
  return firstName === '' ? logonId : `${firstName}${initial}`
}
