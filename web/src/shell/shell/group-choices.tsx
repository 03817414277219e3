import { selectGroup } from '@portico/contract/calls/member'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { reloadPage } from '../../base/router/reload-page.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Choice } from './choices.tsx'
import type { GroupsProps, GroupView } from './groups.tsx'

/** The groups of a member who has several (HD-6): the page is rendered again for the chosen one. */
export function GroupChoices({ groups }: GroupsProps) {
  const t = useText()
  const [failed, setFailed] = useState(false)
  const choose = async ({ clientNumber, groupNumber, selected }: GroupView) => {
    if (selected) return
    setFailed(false)
    try {
      await api.call(selectGroup, { body: { clientNumber, groupNumber }, loading: true })
      reloadPage()
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
