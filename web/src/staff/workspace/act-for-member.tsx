import { useId, useState } from 'react'
import { useAction } from '../../base/api/use-action.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { beginSimulationBeside } from '../../session/acting/simulation.ts'
import { useDeskKeptAlive } from '../../session/acting/use-desk-kept-alive.ts'
import { Button } from '../../ui/button.tsx'
import styles from './member-card.module.css'

interface ActForMemberProps {
  readonly threadId: string
  readonly loginId: string
  readonly name: string
}

/** Acts for the member who writes, at one press and in its own browser tab (CS-1); the conversation counts as the ticket. */
export function ActForMember({ threadId, loginId, name }: ActForMemberProps) {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  const about = useId()
  const [isOpened, setOpened] = useState(false)
  const keepAlive = useDeskKeptAlive()
  const action = useAction({
    TabBlocked: 'workspace.act.blocked',
    'SIMULATION-PROHIBITED': 'workspace.act.prohibited',
    'NOT-FOUND': 'workspace.act.prohibited',
  })
  const begin = async () => {
    setOpened(false)
    const reason = t('workspace.act.reason')
    const work = () => beginSimulationBeside({ brand, home: href('/'), loginId, reason, ticket: threadId })
    if (!(await action.run(work))) return
    setOpened(true)
    keepAlive()
  }
  return (
    <div className={styles.act}>
      <Button variant="secondary" busy={action.busy} onClick={begin} aria-describedby={about}>
        {t('workspace.act')}
      </Button>
      <p id={about} className={lettering.muted}>
        {t('workspace.act.about')}
      </p>
      <p role="status">{isOpened && t('workspace.act.opened', { name })}</p>
      <p role="alert" className={styles.late}>
        {action.problem && t(action.problem)}
      </p>
    </div>
  )
}
