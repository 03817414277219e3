import { idCardFile } from '@portico/contract/calls/coverage'
import { Download, Image } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { IdCard } from '../id-card/id-card.tsx'
import styles from './standing-card.module.css'
import type { CoverageData, PlanData } from './types.ts'

const uses = createPart(async () => (await import('../../shared/card-uses/card-uses.tsx')).CardUses)

interface CardsCardProps {
  readonly cards: CoverageData['cards']
  readonly plans: CoverageData['plans']
  /** For how many days a phone may keep them; 0: keeping is not offered. */
  readonly keepDays: number
  readonly wallets: CoverageData['wallets']
  /** The plan on screen, whose card comes first. */
  readonly plan: PlanData
}

/** The cards of all plans, one at a time: to show, to print, and to save as files. */
export function CardsCard({ cards, plans, keepDays, wallets, plan }: CardsCardProps) {
  const t = useText()
  const first = cards.find((card) => card.own && card.kind === plan.kind) ?? cards[0]
  const [isOpen, setOpen] = useState(false)
  const [cardId, setCardId] = useState<string | null>(null)
  const card = cards.find((one) => one.cardId === cardId) ?? first
  if (card === undefined || plan.standing === 'ended') {
    return (
      <Card title={t('coverage.cards')}>
        <p className={lettering.muted}>{t('id-card.none')}</p>
      </Card>
    )
  }
  const choice = cards.length > 1 && (
    <Select label={t('coverage.card-choose')} value={card.cardId} onValue={setCardId} className={styles.choice}>
      <Options
        of={cards}
        value={(one) => one.cardId}
        text={(one) => t(`coverage.card-of-${one.kind}`, { name: one.firstName })}
      />
    </Select>
  )
  const isWaiting = plans.some((one) => one.planName === card.planName && one.standing === 'pending')
  const more = (
    <>
      {isWaiting && <p className={lettering.muted}>{t('coverage.card-waits')}</p>}
      <Files cardId={card.cardId} />
      {(keepDays > 0 || wallets.length > 0) && (
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('id-card.uses')}
        </Button>
      )}
      {isOpen && <LazyPart part={uses} props={{ cardId: card.cardId, days: keepDays, wallets }} />}
    </>
  )
  return (
    <div className={styles.cards}>
      <IdCard card={card} title={t('coverage.cards')} choice={choice} more={more} />
    </div>
  )
}

const files = [
  { name: 'id-card.pdf', query: { format: 'pdf' }, text: 'coverage.card-pdf', icon: Download },
  { name: 'id-card-front.png', query: { format: 'png', side: 'front' }, text: 'coverage.card-png', icon: Image },
  { name: 'id-card-back.png', query: { format: 'png', side: 'back' }, text: 'coverage.card-png-back', icon: Image },
] as const

function Files({ cardId }: { readonly cardId: string }) {
  const t = useText()
  const saving = useAction()
  const save = ({ name, query }: (typeof files)[number]) =>
    saving.run(async () => {
      saveAnswer(await api.call(idCardFile, { params: { cardId }, query }), name)
    })
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <Button
          key={file.name}
          variant="quiet"
          busy={saving.busy}
          icon={<file.icon aria-hidden="true" />}
          onClick={() => save(file)}
        >
          {t(file.text)}
        </Button>
      ))}
      <Problem text={saving.problem} flush />
    </div>
  )
}
