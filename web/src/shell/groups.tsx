import { selectGroup } from '@portico/contract/calls/member'
import type { SessionView } from '@portico/contract/page'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { useText } from '../messages/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Menu } from '../ui/menu.tsx'
import { Choice } from './choices.tsx'
import styles from './groups.module.css'

export type GroupView = SessionView['groups'][number]

interface GroupsProps {
  readonly groups: readonly GroupView[]
}

/** At the end of the tabs: the group that the page speaks of, and the way to the others; nothing for one group. */
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
      <GroupChoices groups={groups} />
    </Menu>
  )
}

/** The groups of a member who has several (HD-6): the page is rendered again for the one chosen. */
export function GroupChoices({ groups }: GroupsProps) {
  const t = useText()
  const [failed, setFailed] = useState(false)
  const choose = async ({ clientNumber, groupNumber, selected }: GroupView) => {
    if (selected) return
    setFailed(false)
    try {
      await api.call(selectGroup, { body: { clientNumber, groupNumber }, loading: true })
      location.reload()
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      {groups.map((group) => (
        <Choice
          key={`${group.clientNumber} ${group.groupNumber}`}
          keepOpen
          chosen={group.selected}
          onPress={() => choose(group)}
        >
          {group.groupName}
          <br />
          <small>{t('shell.group', { number: group.groupNumber })}</small>
        </Choice>
      ))}
      {failed && (
        <Alert tone="danger" role="alert">
          {t('shell.groupFailed')}
        </Alert>
      )}
    </>
  )
}
