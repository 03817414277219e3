import { UserRound } from 'lucide-react'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ScopeList } from './scope-list.tsx'
import type { GivenAccess } from './types.ts'

const tones: Readonly<Record<GivenAccess['state'], BadgeProps['tone']>> = {
  invited: 'info',
  expired: 'warning',
  active: 'success',
  declined: 'neutral',
  ended: 'neutral',
  over: 'neutral',
}

interface GivenItemProps {
  readonly access: GivenAccess
  readonly busy: boolean
  readonly onAgain: () => void
  readonly onChange: () => void
  /** Gives the same access again, now that the words describe all of it. */
  readonly onKeep: () => void
  readonly onEnd: () => void
}

/** A person who has, had or was offered access: its state, and what can be done about it. */
export function GivenItem({ access, busy, onAgain, onChange, onKeep, onEnd }: GivenItemProps) {
  const t = useText()
  const format = useFormat()
  const moments = useMomentFormat()
  const mayChange = !useActsForPerson()
  const { name, email, relationship, scopes, toldAgain, state, answerBy, ends } = access
  const isWaiting = state === 'invited' || state === 'expired'
  const isOpen = isWaiting || state === 'active'
  const lastDay = state === 'active' || state === 'over' ? ends : access.lastDay
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <UserRound aria-hidden="true" />
      </span>
      <div>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          <Badge tone={tones[state]}>{t(`people.state.${state}`)}</Badge>
        </p>
        <p className={lettering.small}>
          {t(`people.relationship.${relationship}`)} · <bdi>{email}</bdi>
        </p>
        {isOpen && <ScopeList scopes={scopes} />}
        {toldAgain.length > 0 && (
          <Alert tone="info" title={t('people.toldAgainTitle', { name })}>
            {toldAgain.map((scope) => (
              <p key={scope}>
                {t(`people.scope.${scope}`)}. {t(`people.scopeHint.${scope}`)}
              </p>
            ))}
            <p>{t('people.toldAgain')}</p>
          </Alert>
        )}
        {state === 'invited' && answerBy !== null && (
          <p className={lettering.small}>{t('people.answerBy', { date: moments.dateLong(answerBy) })}</p>
        )}
        {isOpen && lastDay !== null && (
          <p className={lettering.small}>{t('people.until', { date: format.dateLong(lastDay) })}</p>
        )}
      </div>
      {mayChange && isOpen && (
        <div className={styles.itemActions}>
          {isWaiting && (
            <Button variant="quiet" busy={busy} aria-label={t('people.againOne', { name })} onClick={onAgain}>
              {t('people.again')}
            </Button>
          )}
          {toldAgain.length > 0 && (
            <Button variant="secondary" busy={busy} aria-label={t('people.keepOne', { name })} onClick={onKeep}>
              {t('people.keep')}
            </Button>
          )}
          {!isWaiting && (
            <Button variant="quiet" aria-label={t('people.changeOne', { name })} onClick={onChange}>
              {t('people.change')}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={t(isWaiting ? 'people.withdrawOne' : 'people.endOne', { name })}
            onClick={onEnd}
          >
            {t(isWaiting ? 'people.withdraw' : 'people.end')}
          </Button>
        </div>
      )}
    </li>
  )
}
