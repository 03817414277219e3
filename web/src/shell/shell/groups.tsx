import type { SessionView } from '@portico/contract/page'
import { useText } from '../../base/texts/text.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from './groups.module.css'

const choices = createPart(async () => (await import('./group-choices.tsx')).GroupChoices)

export type GroupView = SessionView['groups'][number]

export interface GroupsProps {
  readonly groups: readonly GroupView[]
}

/** At the end of the tabs: the selected group, with a menu of the others; nothing if there is only one. */
export function GroupMenu({ groups }: GroupsProps) {
  const t = useText()
  const selected = groups.find((group) => group.selected)
  if (groups.length < 2 || !selected) return null
  return (
    <Menu
      label={t('shell.group', { number: selected.groupNumber })}
      className={styles.menu}
      buttonClassName={styles.button}
    >
      <p className={styles.hint}>{t('shell.chooseGroup')}</p>
      <LazyPart part={choices} props={{ groups }} />
    </Menu>
  )
}
